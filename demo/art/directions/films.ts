// id | palette | lettering | scene. scene.ts explains the words of a scene, lettering.ts those of the lettering.
export const filmDirections = `
quiet-orchard | dusk | bottom markazi | sky halo:1.2@0,-6 brushed:.6{ ridges:.9 orchard:1.1=gap } flat sisters:.85@0,2 birds:.5
blue-tile | turq | bottom nastaliq gold | plain=near lens:1.15@0,4{ girih:1.3 } lens:1.15@0,4{ vignette:1 } man:.62@0,9
night-bakery | amber | bottom lalezar | doorway:1.25{ man:1.05@0,1 } sparks:.4 bread:.42@-32,8 bread:.36@34,7
salt-letters | frost | top katibeh dark | sky clouds ridges:.35@0,4 sea man:.95@-8,2 letter:.3@12,-14 birds:.4@10,-6
seventh-floor | brick | top vazir dark | plain=low stairs:1 man:.6@-27,-16=near
half-a-bridge | teal | bottom markazi | sky halo:.8@26,-4 ridges:.6 sea bridge=half man:.42@-26,-12 woman:.42@36,-2
mothers-coat | frost | bottom mirza dark | plain=low snow:.7 face:1.2@0,0=woman-scarf-old snow:.6
apricot-summer | sunny | bottom lalezar dark | sky sun:1.3@0,-4 hills orchard:1.05 flat kids:.75@4,2
harbour-of-glass | sea | bottom markazi | sky halo:.7@-26,-8 waves:.8 bottle:1.35@6,0 shine
snow-ledger | frost | bottom katibeh | sky snow:1 village:1 hills:.6 hatted:.7@-20,5 snow:.6
window-cleaner | cyber | top vazir | plain=near facade:1 man:.72@-10,-12=light rope@-10,-12
second-signature | candy | bottom lalezar dark | plain=low confetti:.5 apart:1.05@0,0 ring:.8@0,-10
last-ferry | sea | bottom mirza | sky sun:1@-14,-8 clouds:.6 sea boat:1.35@4,0 birds:.6
uncle-gps | sunny | top lalezar tilt | burst dots shadowed{ loaded:1.5@0,-2 } confetti:.3
borrowed-tie | mint | top lalezar dark | plain=mid dots shadowed{ tie:1.5@0,2 }
samovar-embassy | brick | bottom jomhuria dark | plain=low dots shadowed{ samovar:1.5@0,2 }
moustache-club | sunny | bottom lalezar dark | plain=low stripes:.8 face:1.15@0,-1=man-bigmoustache-bald-smile
wrong-funeral | mono | top lalezar accent | plain=low crowd:1.5@0,4 man:1.5@12,4=accent
goat-on-roof | sky | bottom lemonada tilt | sky clouds village:1.2 goat:.8@2,-27 crow:.4@34,-40
hotel-minus-one | candy | bottom lalezar | sky stars:.6 mansion:1.15@0,2 suitcase:.5@26,6
bride-by-courier | mint | top lalezar tilt dark | sky clouds oldtown:.7 road shadowed{ motorbike:1.75@0,-4 } confetti:.3
lucky-lentils | sunny | bottom lalezar | burst@0,-4 confetti:.7 shadowed{ jar:1.6@0,2 }
watermelon-treaty | grass | top lalezar dark | sky hills shadowed{ melon:1.25@0,-2 } man:.8@-36,3 man:.8@36,3=left
rain-on-lalezar | noir | bottom jomhuria | sky street=warm rain:.5 face:1.25@0,1=man-fedora-plain-coat-stubble-stern rain:.9 vignette
third-witness | mist | bottom vazir | dark blinds:1{ } face:1.25@0,0=woman-chador-black-aside vignette
bazaar-after-hours | amber | bottom mirza | arch:1.12@0,-4{ sky oldtown:.9 pool:.8 hatted:.85@-18,3 hatted:.7@10,1 man:.75@28,2 }
ash-ring | ember | bottom katibeh | dark pool:.8 smoke ring:1.35@0,-2 sparks:1
line-nine | neon | top vazir glow | dark rails pool:.7@0,10 tunnel:1 man:.55@0,2 rain:.4
counterfeit-moon | indigo | bottom mirza gold | sky stars:1 galaxy coin:1.2@0,-12 city:.5 flat
eleven-locks | noir | top jomhuria accent | dark rings:.8@0,-2 lock:1.5@0,-6 vignette
summit-of-glass | frost | top jomhuria dark | sky clouds peak:1.35 ridges:.4@0,10 climbers:.6@-4,-4 snow:.8
the-next-scene | blood | bottom mirza | plain=near curtain:1 pool:.7@0,8 mask:1.05@0,-6
clock-without-hands | indigo | bottom mirza | sky stars:.7 oldtown:.8 clock:1.15@0,-16 flat man:.5@-26,4
needle-map | mono | top vazir accent | plain=low map:1 thread:1.15@-18,0
winter-key | frost | bottom katibeh | sky snow:1 pines:.9 house:.9@0,2 key:.4@0,24 snow:.7
informer | brick | bottom lalezar | plain=far blinds:1{ } eye:1.15@0,0
port-of-wolves | teal | bottom jomhuria | sky fog:.6 ship:1.05@0,-3 sea wolf:1.1@4,6 vignette
two-cups-of-moon | night | bottom markazi | sky stars:1.4 galaxy moon:1.7@0,4 dunes:.8 train:.55@6,-6 woman:.5@-34,2
pomegranate-street | dawn | bottom nastaliq | plain=low pool:.6 branch:.9 pomegranate:1.5@0,-2 shine
voice-on-tape | lilac | top lalezar dark | plain=low strings:.7 shadowed{ cassette:1.35@0,-8 }
istanbul-shiraz | plum | bottom markazi gold | sky stars mirror{ oldtown:1.2 } setar:.9@0,6
umbrella-for-rasht | teal | bottom lalezar | sky rain:1.2 pines:.5 hills:.7 twounder:1.15@0,5 rain:.4
spring-in-kyoto | frost | bottom katibeh dark | plain=light sun:1.7@-8,-8=red branch:1.05 hills:.5 sitting:.8@-8,2
lighthouse-keeper-wife | night | top markazi | sky stars:.7 lighthouse:1.25@12,-2 waves:.9@0,8 woman:.55@-24,1
drums-of-kharg | ember | bottom lalezar | burst@0,-4 rings:.7@0,4 shadowed{ drummer:2.3@0,8=light } sparks:.6
monsoon-orchestra | grass | bottom lemonada | sky rain:1 palm:1.5@-26,4 hills:.5 kids:.95@14,3 drum:.45@36,5 rain:.5
cabaret-of-dust | plum | bottom mirza gold | plain=near curtain:1 pool:.8 vinyl:.72@0,-2 radio:.72@0,8
lut-station | mars | bottom vazir | sky stars:.6 halo:1.5@16,-10 ridges:.7 tower:.8@34,0 face:1.2@-4,1=woman-scarf-goggles
tehran-2080 | cyber | top vazir glow | sky city:1.5 tower:1.3@0,0 saucer:.6@-18,-36 saucer:.35@22,-50 grid
the-second-sun | ember | bottom katibeh | sky halo:1.1@-18,-10 halo:.9@26,-22 hills:.5 face:1.2@0,0=girl-long-up
orbit-of-salt | night | bottom vazir | plain=near stars:1.6 galaxy planet:1.5@0,26 astronaut:1.15@4,-28=light rope@4,-28
memory-mechanic | neon | bottom jomhuria | dark rings:.6 bust:1.05@2,4=man{ plain=mid grid strings:1@0,-10 gears:1 }
ring-of-seoul | cyber | bottom vazir glow | dark stars:1 rings:.9@0,2 lens:.9@0,0{ sky ridges:.6 grid } cloaked:.7@0,8=light
simorgh-feather | gold | bottom nastaliq gold | sky stars halo:1.3@0,-8 feather:1.3@0,2 ridges:.5@0,6 man:.42@-22,5 sparks:.8
city-under-lake | teal | bottom nastaliq | sky moon:1@0,4 mirror{ oldtown:1.15@0,0 } fog:.6@0,14 rowboat:.6@-8,10
cartographer-of-winds | sky | bottom lemonada | sky clouds:1.4 kite:.9@-16,-18 crow:.6@22,-30 hills hatted:.95@4,2
zahhak-tower | blood | top jomhuria | sky cityred tower:1.65@0,4 snakes:1 fog:.5 man:.5@-18,5
forest-of-names | forest | bottom katibeh | sky fog woods:1=gap flat girl:.75@0,1 fog:.9 vignette
well-keeper | night | top jomhuria | dark wellrings:1 man:.42@0,-4=near lamp:.2@5,-4 vignette
house-of-combs | plum | bottom mirza | window:1.05{ sky mansion:.5 } face:1.2@4,2=woman-long-closed halo:.4@0,-6
last-bus-to-masuleh | mist | bottom lalezar | sky pines:.9 road fog bus:.9@0,8 pool:.4@0,20 fog:.8 vignette
red-room-of-jeju | blood | bottom vazir | dark halo:1.4@0,-8 face:1.25@0,0=woman-bob-stern vignette
scarecrow-wedding | olive | bottom katibeh | sky clouds:.6 field:.8 scarecrow:1.55@0,6 crow:.4@26,-22
courier-of-susa | sand | bottom ruqaa dark | sky halo:1.1@18,-6 ridges:.8 dunes:.5@0,4 rider:1.25@-4,5
seven-gates-of-ray | ember | bottom jomhuria gold | sky smoke fort:1.25@0,2 fire:.6 riders:.7@0,12
ink-and-saffron | gold | bottom nastaliq gold | girih:1 arch:1.05{ plain=light branch:.6 sitting:1.2@-4,-2=near brush:.7@22,-8 }
queen-of-the-south-wind | sea | bottom ruqaa | sky halo:1@-22,-8 waves:1 face:1.2@0,2=woman-long-crown
gardener-of-fin | turq | bottom nastaliq | arch:1.08{ sky cypresses:.9 river flowers:1 }
caravan-of-mirrors | gold | bottom ruqaa gold | sky stars:1 shards:1 dunes:.7 caravan:.42@0,0
palms-without-heads | olive | bottom katibeh | sky halo:1 stumps:1 flat palm:.6@14,4=accent man:.62@-8,5
the-signalman | olive | bottom vazir | sky radio:.9@0,-2 wires climber:.8@-20,4 smoke birds:.4
bread-for-the-front | amber | bottom mirza | sky smoke fire:.4 stumps:.6 sisters:1.1@0,5 bread:.34@0,12
minefield-shepherd | grass | bottom katibeh | sky ridges:.5 field:.5 flock:.55@12,8 man:.85@-24,6 flowers:.6
the-woman-who-counted-stars | night | bottom katibeh gold | sky stars:1.8 galaxy bust:1.02@2,4=woman{ plain=near stars:3 galaxy telescope:.9@0,-4 }
boxer-of-abadan | ember | bottom jomhuria | stripes:.8 face:1.2@0,0=man-stubble-stern-dark
madame-kashani | rose | bottom nastaliq gold | plain=near girih:1 face:1.2@0,0=woman-scarf-aside
forty-days-of-zagros | dawn | top vazir dark | sky ridges:1.25 hills:.6 flock:.8@8,4 man:.55@-24,3
colour-of-wind | sand | top katibeh dark | sky oldtown:1.6 clouds:.5 birds:.8
cheetah-road | sand | bottom vazir dark | plain=low halo:1.4@0,-10 hills:.5 cheetah:1.25@2,-4 road
edible-earth | mars | bottom vazir | profiles:1=earth
the-piano-movers | mono | top vazir accent | plain=low stairs:1 piano:.8@-4,-8 man:.6@-40,0 man:.6@26,-18
night-of-the-divers | sea | top katibeh | sky=deep waterlight bubbles:1 diver:1@4,-22 fish:.3@-30,-20 fish:.22@32,-34
ice-library | frost | bottom vazir dark | plain=light contours:1.2 columns:1
kitchen-of-grandmothers | brick | top lalezar dark | plain=mid dots pool:1.2 shadowed{ teapot:1.5@0,-4 }
little-hoopoe | sunny | top lemonada dark | papercut:1{ sky hills orchard:.6 hoopoe:1.55@0,-12=accent halo:.5@-30,-26 }
bear-who-could-not-sleep | frost | bottom lemonada | sky snow:.6 pines:.7 hills:.5 bear:1.35@-2,0=near snow:.8
fish-and-the-kite | sky | bottom lemonada | papercut:1.02{ sky clouds kite:.62@20,-34 waves:.8@0,-14 fish:1@-10,0=accent }
robot-from-attic | lilac | bottom lalezar | window:1.12{ sky stars ridges:.6 } robot:1.15@0,6 girl:.7@-34,8 child:.75@34,8
night-zoo | indigo | top lemonada | sky stars moon:1.5@0,10 leafy:2@-20,2 owl:.8@14,-19=near fox:.85@-16,0=accent flat
water-drop-school | sky | bottom lemonada | sky clouds:1.4 rain:.5 drop:1.15@0,-6 drop:.34@-34,-22 drop:.28@36,-30 hills:.5
pirates-of-the-bathtub | candy | bottom lemonada tilt | sky clouds waves:1.1@0,2 bathtub:1.15@0,2 confetti:.2
goalkeeper-grandma | grass | top lalezar tilt | plain=mid stripes:.6 face:1.15@0,11=woman-scarf-old-smile-glasses ball:.5@-34,14
secret-of-class-six | mint | bottom lalezar dark | plain=top doorway:1.05{ kids:.85@0,2 } confetti:.25
skateboard-valley | sunny | top vazir tilt dark | sky ridges:1 road face:1.1@0,12=boy-cap-smile confetti:.2
letter-to-future-me | lilac | bottom markazi | sky clouds:1.3 letter:1.2@0,-8 birds:.7 girl:.75@-2,6 hills:.4
star-baker | indigo | bottom lemonada | sky stars:1.4 galaxy face:1.15@0,2=boy-curly-smile-up star:.5@38,-36
balloon-over-kavir | sand | bottom lalezar dark | sky clouds halo:.6@30,-26 balloon:1.15@-2,-12 dunes:.7 dunes:.6
salt-caravan | amber | bottom katibeh | sky sun:1.5@0,-6 dunes:.8 caravan:.5@0,2
treasure-of-alamut | olive | top jomhuria gold | sky clouds:.8 peak:1.15 fort:.62@2,-22 ridges:.5@0,8 climbers:.5@-14,2
river-of-no-maps | teal | bottom vazir | sky ridges:1.4 river rowboat:.5@2,10 pines:.4
sixty-seconds-to-tochal | frost | top jomhuria dark | sky peak:1.3 cable:1 snow:.6 ridges:.4@0,10
highway-of-wolves | neon | bottom jomhuria | sky city:.6 road ambulance:1@0,9 pool:.6@0,18 rain:.5
iron-tide | sea | top jomhuria | sky=storm clouds rig:1.2@0,-4 waves:1.3@0,4 rain:.8
last-stunt | brick | bottom lalezar tilt | plain=accent cuts:1 runner:2@4,-10 film:.5@-28,4
the-hundred-and-first-lap | ember | bottom jomhuria | sky sun:1.1 lanes runner:1.5@0,6
zurkhaneh | amber | bottom nastaliq gold | plain=near girih:1 lens:1.12@0,4{ plain=low pool:1 wrestler:1.7@0,8 }
girls-of-karun | mint | top lalezar dark | sky sun:1 bridge@0,-6 sea@0,4 rowboat:1.1@-6,6 rowboat:.75@26,0
house-of-seven-lamps | plum | bottom mirza gold | sky stars:.6 mansion:1.35@0,2 lamp:.42@-38,9 lamp:.34@38,8 sparks:.7 vignette
salaam-mr-astronaut | sunny | top lalezar tilt | burst@0,-6 confetti:.4 shadowed{ astronaut:1.85@0,0=near teapot:.5@34,-10 }
shadow-of-sabalan | frost | bottom vazir | sky ridges:1.3 snow:.5 face:1.25@2,0=man-hood-goggles-stubble snow:.7
the-king-of-qeysarieh | candy | bottom lalezar | plain=mid dots face:1.15@0,4=man-crown-bigmoustache-stern confetti:.3
thousand-and-second-night | indigo | bottom nastaliq gold | sky stars:1.2 galaxy halo:1.5@0,-10 oldtown:1.2@0,2 face:1.2@0,-1=woman-scarf sparks:.5
line-of-fire | ember | top jomhuria | sky smoke fire:1.5 pines:.9 soldiers:.75@0,8 sparks:1.2
little-hoopoe-2 | sky | top lemonada | papercut:1.02{ sky clouds:1.4 cloudface:1@14,-28 hoopoe:1.25@-14,-6=accent hills rain:.15 }
autumn-on-platform-two | amber | bottom markazi | sky sun:1.1@-16,-8 platform woman:.95@-24,10 man:.6@14,1 leaves:1
bandar-blues | teal | bottom jomhuria | sky halo:1.4@0,-6 sea bars:.8@0,-6 boat:.5@36,2 face:1.2@-2,0=man-beard-aside
black-wind | sand | bottom katibeh dark | sky windlines:1 oldtown:.8 dunes:.6@0,6 face:1.2@0,0=woman-scarf-left-aside windlines:.5
damavand-awake | mars | top jomhuria | sky smoke peak:1.4 fire:.3 village:.5@0,0 sparks:1
the-blind-painter | brick | bottom mirza dark | plain=light cuts:1.2 brush:1.5@4,-2 head:.7@-34,10=man
pardeh-live | ember | bottom lalezar | plain=near rings:.9@0,6 curtain:1 pool:.8@0,6 film:1.2@0,-8
`
