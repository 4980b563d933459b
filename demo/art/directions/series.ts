export const seriesDirections = `
alley-of-plane-trees | grass | bottom markazi | sky halo:.8@26,-12 village:.8 leafy:2.3@0,4 crowd:.6@0,7
clinic-of-dawn | dawn | bottom vazir | sky ridges:1.3 house:.7@34,2 face:1.15@-2,0=woman-scarf-glasses-white snow:.3
heirs-of-rosewater | rose | bottom nastaliq gold | sky hills:.6 flowers:2 bust:1@2,2=woman{ plain=near pool:.9 flowers:4@0,-40 branch:.8 }
metro-line-sky | indigo | bottom vazir | plain=near tunnel:1 rails train:.95@0,-6 woman:.8@-4,8 man:.8@8,8
tulip-exile | plum | bottom nastaliq gold | arch:1.1{ sky stars:.6 oldtown:.8 flowers:2.2 }
cold-files | teal | bottom jomhuria | plain=near contours:1.1 print:1.1@0,2 hatted:1.2@-2,6 vignette
bandit-broadcast | cyber | top jomhuria glow | sky=storm bars:.8@0,2 tower:1.5@0,2 city:.5 rain:.4
pearl-district | sea | bottom jomhuria | sky=storm sun:.7@22,-4 rig:.5@-26,-4 sea boat:.9@18,4 man:1.15@-8,8 rain:.6
seoul-insurance | neon | bottom vazir | dark city:1.2 grid face:1.2@0,0=man-glasses-coat rain:.8
the-cartel-of-saffron | plum | bottom lalezar | plain=near rays:1@0,-4 face:1.2@0,1=man-fedora-moustache-coat crocus:.5@-36,9 crocus:.42@36,10
building-manager | mint | top lalezar dark | plain=mid facade:1=day shadowed{ key:1.05@0,-4 } man:.8@-34,2
taxi-poets | sunny | top nastaliq dark | plain=low burst@0,4 shadowed{ taxi:1.5@0,-4 } confetti:.2
startup-of-grandpa | grass | top lalezar tilt | burst@0,0 face:1.15@0,10=man-old-glasses-moustache-smile confetti:.3
village-of-mayors | sand | bottom lalezar dark | sky halo:.8@-26,-12 village:1.2 crowd:.95@0,5 crown:.26@-22,-18
museum-after-six | indigo | bottom lalezar | doorway:1.3{ cloaked:.9@-8,1 horse:.5@10,3 } lamp:.3@-32,8 stars:.3
mars-caravanserai | mars | bottom ruqaa | sky stars:1 halo:1.3@-8,-8 ridges:.8 fort:1.1@2,2 dunes:.6@0,8 caravan:.42@0,9
sleepless-city | neon | top vazir glow | sky stars eye:.9@0,-10 city:1 grid
house-of-djinn | lilac | bottom lalezar | sky stars:.8 fog:.6 house:1.5@0,2 cat:.5@-32,7 ghosts:1
daughters-of-fire | ember | bottom ruqaa gold | sky fire:.7 face:1.25@0,-1=woman-chador-black-up sparks:1.2
ink-spirits | mono | top katibeh dark | plain=light inkwash:1 cat:1.15@4,-2=near brush:.95@-26,-8
the-last-vizier | gold | bottom nastaliq gold | arch:1.15{ sky stars oldtown:.7 } face:1.05@0,4=man-old-turban-beard-stern
nurses-of-karkheh | olive | bottom katibeh | sky smoke halo:.9 tents:1 face:1.15@0,0=woman-scarf-nursecap-white
telegraph-girl | amber | bottom mirza | sky halo:1@-18,-8 wires oldtown:.6 face:1.15@0,0=girl-scarf birds:.6
hidden-iran | dawn | bottom vazir | sky ridges:1.2 mirror{ fort:.8@0,0 cypress:.5@30,0 } birds:.5
one-dish-one-city | brick | bottom lalezar | plain=accent dots shadowed{ bread:1.5@0,-6 } steam
makers | gold | bottom katibeh gold | plain=near gears:1.1 hand:1.15@0,4=light clock:.42@0,-32
fox-and-owl | forest | top lemonada | papercut:1.02{ sky stars:.6 leafy:1.7@0,4 owl:.7@18,-30=light fox:.8@-14,0=accent }
numbers-town | candy | bottom lemonada tilt | sky clouds numerals:1 hills confetti:.3
little-detectives | sunny | bottom lalezar dark | plain=top dots face:1.2@0,0=boy-curly-glasses-smile
street-football | sand | top lalezar tilt dark | sky oldtown:.8 runner:1.25@-18,2 child:1.3@22,4 ball:.36@4,2
class-of-fifteen | lilac | bottom vazir | window:1.15{ sky clouds ridges:.7 } face:1.15@2,2=boy-aside
rooftop-summer | night | bottom markazi | sky stars:1.4 moon:1@24,4 oldtown:1 apart:.62@0,-10
marseille-letters | sea | bottom mirza | sky halo:.9@-20,-6 waves:.8 letter:1.05@4,-6 ship:.3@-26,-4
the-ascent | frost | top jomhuria dark | sky clouds peak:1.5 ridges:.5@0,10 climbers:.8@0,2 snow:.5
bombay-tehran | candy | bottom lalezar gold | burst@0,-4 mandala:1@0,0 couple:1.2@0,6=near confetti:.6
audio-lantern-maker | amber | bottom nastaliq gold | plain=near pool:1.2 lens:1.05{ dark pool:.9 lamp:1.35@0,0 }
audio-tales-of-the-well | mint | top lemonada dark | plain=mid wellrings:.8 drop:.9@0,-8 confetti:.2
audio-detective-anar | dawn | top jomhuria dark | plain=light cuts:.8 shadowed{ pomegranate:1.5@0,-4 }
audio-sea-without-shore | sea | bottom ruqaa | sky sun:1 waves:1 whale:1@0,4 boat:.5@-22,-10
audio-physics-for-grandma | indigo | bottom lalezar | plain=near stars:1 rings:.7@0,0 shadowed{ teapot:1.15@0,-4 } planet:.16@30,-10=ring
audio-winter-manuscript | frost | bottom katibeh dark | plain=light branch:1 letter:1@0,-6 snow:.4
audio-black-stone | noir | bottom jomhuria | sky halo:1.2@0,6 ridges:.8 stone:1 fog:.8 vignette
audio-life-of-a-coin | gold | top ruqaa gold | plain=near girih:1 coin:1.35@0,-2
bundle-rainy-nights | teal | bottom markazi | window:1.2{ sky city:.8 rain:1.4 } teapot:.4@-30,-3 rain:.2
bundle-desert | sand | bottom katibeh dark | sky sun:1.6@0,-8 dunes:1 caravan:.34@0,-2
bundle-first-cinema | candy | bottom lemonada | sky clouds balloon:.7@18,-26 hills owl:.8@-20,0=near bear:.8@20,2=near
bundle-noir | noir | bottom jomhuria accent | dark blinds:1{ } head:1.1@0,8=fronthat vignette
bundle-after-the-war | olive | bottom katibeh | sky halo:.9 stumps:.8 flowers:1.6 man:.7@4,4
bundle-laughing-family | sunny | bottom lalezar tilt | burst@0,0 confetti:1.2 shadowed{ mask:1.5@0,-4 }
`
