// Passwords of at least eight characters from the top of published leaks, and common keyboard patterns.
const COMMON = new Set(
  `password passw0rd password1 password12 password123 password1234 p@ssw0rd p@ssword pa55word passwort
  12345678 123456789 1234567890 123456781 12341234 12344321 11223344 112233445566 123123123 123321123
  87654321 987654321 0987654321 01234567 012345678 0123456789 147258369 159753258 789456123 741852963
  987456321 963852741 13579246 24681012 qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwerty12345
  1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 q1w2e3r4 q1w2e3r4t5 qazwsxedc qazwsx123 zaq12wsx zxcvbnm1
  zxcvbnm123 asdfghjk asdfghjkl asdf1234 asdfasdf qweasdzxc qweqweqwe 123qweasd 123qwe123 qwe123qwe
  iloveyou iloveyou1 iloveyou2 loveyou1 sunshine sunshine1 princess princess1 football football1
  baseball baseball1 basketball superman superman1 spiderman batman123 trustno1 welcome1 welcome123
  letmein1 letmein123 admin123 admin1234 administrator adminadmin rootroot master123 computer computer1
  internet internet1 starwars starwars1 whatever whatever1 jennifer jessica1 michelle michael1 jonathan
  charlie1 christian elizabeth veronica alexander alexandra benjamin samantha nicholas victoria
  corvette mercedes chelsea1 liverpool barcelona realmadrid arsenal1 manchester juventus steelers
  cheesecake chocolate butterfly pokemon1 pokemon123 dragon123 dragon12 monkey123 monkey12 shadow12
  shadow123 hello123 hello1234 hellohello abcd1234 abcdefgh abcdefg1 abc12345 abc123456 a1b2c3d4
  a1234567 a12345678 a123456789 aa123456 aa12345678 aaaaaaaa1 abcabcabc test1234 testtest test12345
  testing123 changeme changeme1 default1 secret123 secret12 temp1234 guest123 user1234 google123
  facebook facebook1 instagram telegram telegram1 whatsapp samsung1 samsung123 iphone123 android1
  persepolis persepolis1 esteghlal esteghlal1 iran1234 iran12345 iraniran iran1400 iran1403 iran1404
  tehran123 tehran21 tehran1234 khodahafez khodaya1 dooset daram123 doostdaram eshgham1 eshgheman
  mohammad mohammad1 mohammad123 mohamad123 mohammadreza amirhossein amirhosein alireza1 alireza123
  hossein1 hossein123 hamidreza mahdi1234 mahdi123 reza1234 reza12345 ali12345 ali123456 ali1234567
  fatemeh1 fatemeh123 fatemeh12 zahra123 zahra1234 maryam123 maryam12 sara1234 narges123 mobina123
  parisa123 nazanin1 setareh1 yaghoub1 sobhan123 abolfazl abolfazl1 hasan1234 saeed1234 majid1234
  farvardin ordibehesht khordad12 shahrivar ramz1234 ramzoobor gozarvazhe salam123 salam1234 salamsalam
  filmfilm movie123 movies123 netflix1 netflix123 namava123 filimo123 pardeh123 pardeh1234 pardehpardeh`
    .split(/\s+/)
    .filter(word => word.length >= 8),
)

/** True for a listed password, a repeated character or short piece, a run of digits or letters, or the user's own number. */
export function isCommonPassword(password: string, msisdn: string): boolean {
  const bare = password.toLowerCase()
  return (
    COMMON.has(bare) ||
    /^(.{1,4}?)\1+$/u.test(bare) ||
    isRun(bare) ||
    bare.includes(msisdn.slice(1)) ||
    /^(?:0|\+?98)?9\d{9}$/.test(bare)
  )
}

function isRun(text: string): boolean {
  const codes = [...text].map(char => char.codePointAt(0) ?? 0)
  const step = (codes[1] ?? 0) - (codes[0] ?? 0)
  if (Math.abs(step) !== 1) return false
  return codes.every((code, index) => index === 0 || code - (codes[index - 1] ?? 0) === step)
}
