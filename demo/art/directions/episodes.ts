// series | palettes | settings, divided by ; | faces | things. Stills of episodes are composed of these: see stills.ts.
export const episodeDirections = `
alley-of-plane-trees | grass frost dusk | village:.9 leafy:1.6@26,2; ridges:.5 house:1.1@20,2; oldtown:.8 | man-old-moustache man-stubble woman-scarf boy-curly woman-scarf-old | thread:.9 key:.9 clock:.8 lamp:.9
clinic-of-dawn | dawn frost night | ridges:1.3 house:.8@28,2; village:.8 snow:.5; pines:.8 house:.9 | woman-scarf-glasses-white woman-scarf-old girl-scarf man-beard | suitcase:.8 lamp:.9 bottle:.8
heirs-of-rosewater | rose plum dusk | hills:.6 flowers:1.6; mansion:.9; oldtown:.7 flowers:1.2 | woman-scarf man-beard woman-scarf-glasses man-old-moustache man-coat | bottle:.9 samovar:.9 film:.8
metro-line-sky | indigo neon teal | tunnel:1 rails; dark blinds:1{ }; facade:1 | man-stubble woman-scarf man-moustache man-old-glasses girl-scarf | train:1 suitcase:.8 clock:.8
tulip-exile | plum gold turq | oldtown:.9 flowers:1.4; arch:1.1{ sky stars flowers:2 }; dunes:.8 | man-turban-beard woman-scarf man-old-turban-beard woman-long | crocus:1 coin:.9 ring:.9
cold-files | teal noir mist | dark blinds:1{ }; city:.8; fog pines:.7 road | man-moustache-coat woman-scarf-black man-old-glasses man-fedora-coat woman-scarf | radio:.9 suitcase:.9 key:.9 lock:.9 cassette:.9
bandit-broadcast | cyber neon night | tower:1.2@24,0 city:.6; bars:.8@0,-4 city:.5; city:1 | man-cap-stubble girl-scarf man-glasses woman-scarf | radio:1 cassette:1 
pearl-district | sea teal dawn | rig:.7@26,-2 sea boat:.7@-20,6; sea boat:1.1@10,4; oldtown:.7 | man-beard woman-chador-black man-old-beard man-cap-stubble | bottle:.9 lamp:.9 ship:.6
seoul-insurance | neon cyber noir | city:1.2 grid; facade:1; city:1 | man-glasses-coat woman-bob man-coat-stern woman-long | letter:.9 suitcase:.9 lock:.9
the-cartel-of-saffron | plum amber dusk | hills:.7 flowers:1.5; arch:1.1{ sky oldtown }; village:.8 | man-fedora-moustache man-bigmoustache woman-scarf man-old-moustache-cap | crocus:1.1 scales:.9 teapot:1 
building-manager | mint candy sunny | facade:1=day; stairs:1; window:1.1{ sky clouds city:.6 } | man-moustache-smile woman-scarf-glasses man-bald-glasses woman-scarf-old boy-curly-smile | key:1 lamp:1 film:.9 drop:1 letter:.9
taxi-poets | sunny mint lilac | city:.7 road; oldtown:.7 road; ridges:.8 road | man-old-cap-moustache-smile man-curly-glasses woman-scarf-smile man-coat | taxi:1.1 taxi:1 
startup-of-grandpa | grass sunny mint | village:.8; dots; hills house:.8@26,2 | man-old-glasses-moustache-smile woman-scarf-old-smile man-coat-glasses boy-curly | jar:1.1 coin:.9 rocket:1
village-of-mayors | sand sunny grass | village:1.1; hills:.7 village:.7; ridges:.7 river | man-bigmoustache man-cap-moustache man-old-beard-turban man-coat-glasses | crown:.9 bus:1 drop:.9 letter:.9
museum-after-six | indigo plum gold | plain=far columns; doorway:1.2{ }; arch:1.1{ dark pool:.8 } | man-cap-moustache woman-long-crown man-old-turban-beard boy-glasses | lamp:1 horse:1 crown:.9 lock:.9
mars-caravanserai | mars ember gold | ridges:.8 fort:1@10,2; dunes:1; stars:1 planet:.4@28,-14 ridges:.7 | woman-long-stern man-beard woman-scarf-goggles man-old-glasses-stubble girl-bob | robot:1 lamp:.9 rocket:.9 letter:.9 bottle:.9
sleepless-city | neon indigo cyber | city:1.1 grid; facade:1; stars:.8 city:.8 | woman-bob man-stubble woman-long-stern man-glasses | radio:1 clock:1 mask:1
house-of-djinn | lilac plum night | house:1.2@14,2 ghosts:1; window:1.1{ sky stars }; doorway:1.2{ } | man-glasses-smile woman-scarf man-old-turban-beard girl-long | teapot:1 lamp:1 key:.9
daughters-of-fire | ember amber mars | peak:1 fire:.5; ridges:1 fire:.7; fire:1 pines:.6 | woman-chador-black woman-scarf-left woman-long man-old-beard | lamp:1 wolf:1 bridge:.9
ink-spirits | mono mist mono | inkwash:1; inkwash:1 hills:.5; plain=light inkwash:1 | boy-curly man-old-beard girl-bob | cat:1.2 brush:1.2 fish:1
the-last-vizier | gold amber ember | arch:1.1{ sky stars oldtown:.7 }; fort:.9; oldtown:.9 | man-old-turban-beard-stern man-turban-beard woman-scarf man-bigmoustache-crown boy-turban | coin:1 crown:1 lamp:.9 lock:.9
nurses-of-karkheh | olive amber dawn | smoke tents:1; stumps:.8 smoke; tents:1 | woman-scarf-nursecap-white man-stubble woman-scarf-white man-old-stubble girl-scarf | lamp:1 letter:1 ambulance:1
telegraph-girl | amber sand dusk | wires oldtown:.7; arch:1.1{ sky oldtown }; oldtown:1 | girl-scarf woman-chador-black man-turban-beard man-coat-glasses | letter:1 scales:1 radio:.9
hidden-iran | dawn turq sand | ridges:1.2; village:1; dunes:1 | man-cap-stubble woman-scarf man-old-turban-beard | balloon:1 caravan:.6 
one-dish-one-city | brick amber turq | plain=accent dots; plain=mid dots; village:.8 | woman-scarf-old-smile man-moustache-smile woman-scarf-smile man-old-cap-moustache | teapot:1.1 bread:1.1 samovar:1.1 fish:1 jar:1 
makers | gold amber dusk | gears:1; dark pool:1; arch:1.1{ dark pool:.9 } | man-old-glasses-moustache man-beard woman-scarf-old man-bald-moustache | setar:1 clock:1 hand:1 brush:1 
fox-and-owl | forest night grass | leafy:1.7@10,4; papercut:1.02{ sky stars:.6 leafy:1.4@20,4 }; woods:1=gap | . | owl:1.1 fox:1.2 
numbers-town | candy sky sunny | clouds hills; clouds village:.8; burst@0,-4 | . | star:1 balloon:1 ball:1 
little-detectives | sunny mint candy | dots; facade:1=day; clouds oldtown:.7 | boy-curly-glasses-smile girl-bob-smile boy-cap girl-scarf-smile | print:.8 letter:1 lock:1 key:1 
street-football | sand sunny dusk | oldtown:.8; village:.7; clouds oldtown:.7 | boy-cap-smile girl-scarf boy-curly boy man-old-moustache-stern | ball:1.1 ball:.9 
class-of-fifteen | lilac indigo dawn | window:1.15{ sky clouds ridges:.7 }; clouds ridges:.8; doorway:1.2{ } | boy-aside girl-scarf boy-glasses boy-curly woman-scarf-glasses | suitcase:1 letter:1 clock:1 
rooftop-summer | night indigo dusk | stars:1.4 oldtown:1; stars:.8 city:.7; stars:1.2 galaxy village:.8 | woman-scarf-smile man-stubble-smile girl-scarf man-old-moustache | melon:1 lamp:1 radio:1 
marseille-letters | sea dawn dusk | waves:.8 ship:.4@26,-4; oldtown:.8 sea; window:1.1{ sky sea boat:.6@6,4 } | woman-scarf man-old-cap-moustache woman-scarf-old man-moustache-coat | letter:1.1 ship:.8 bottle:.9 
the-ascent | frost dawn night | peak:1.3; ridges:1.2 snow:.6; peak:1 snow:.7 | man-hood-goggles-stubble woman-hood man-beard-cap man-hood-stubble | thread:1 lamp:1 suitcase:.8 
bombay-tehran | candy plum sunny | mandala:1; plain=near curtain:1 pool:1; city:.7 clouds | woman-long-smile man-bigmoustache-smile woman-scarf-smile man-curly-stubble | drum:1 setar:1 vinyl:.8 ring:1 
`
