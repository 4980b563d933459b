import type { ArtistDraft } from './draft.ts'

const directors: ArtistDraft[] = [
  {
    id: 'savoji',
    name: ['رها ساوجی', 'Raha Savoji'],
    bio: [
      'کارگردان و نویسنده. پیش از سینما معمار بود و هنوز هم فیلم‌هایش را از نقشه‌ی خانه شروع می‌کند.',
      'Director and writer. An architect before cinema, she still begins every film with the plan of a house.',
    ],
  },
  {
    id: 'alvandkuh',
    name: ['بهزاد الوندکوه', 'Behzad Alvandkuh'],
    bio: [
      'کارگردان فیلم‌های جنایی. سال‌ها خبرنگار حوادث بود و به سکوت بین دو سؤال بیشتر از خودِ سؤال علاقه دارد.',
      'Crime director. Years on the police beat taught him that the pause between two questions says more than either.',
    ],
  },
  {
    id: 'farahmandi',
    name: ['نگار فرهمندی', 'Negar Farahmandi'],
    bio: [
      'کارگردان ملودرام‌های آرام و عکاس. در رشت بزرگ شده و باران تقریباً در همه‌ی فیلم‌هایش می‌بارد.',
      'Director of quiet melodramas and a photographer. She grew up in Rasht, and it rains in nearly all her films.',
    ],
  },
  {
    id: 'mehrabadi',
    name: ['کیارش مهرآبادی', 'Kiarash Mehrabadi'],
    bio: [
      'کارگردان علمی‌تخیلی و طراح جلوه‌های بصری. نخستین فیلمش را در پارکینگ خانه‌ی پدری ساخت.',
      'Science-fiction director and visual-effects designer who shot his first film in his father’s garage.',
    ],
  },
  {
    id: 'taftzadeh',
    name: ['شهریار تفت‌زاده', 'Shahriar Taftzadeh'],
    bio: [
      'سازنده‌ی فیلم‌های تاریخی، دانش‌آموخته‌ی باستان‌شناسی؛ مشهور به وسواس در لباس و نور شمع.',
      'Maker of historical films, trained as an archaeologist and known for his care over costume and candlelight.',
    ],
  },
  {
    id: 'niavarani',
    name: ['مهتاب نیاورانی', 'Mahtab Niavarani'],
    bio: [
      'کارگردان کمدی. می‌گوید خنده دقیق‌ترین ساعت دنیاست و یک ثانیه هم عقب نمی‌ماند.',
      'Comedy director. Laughter, she says, is the most exact clock in the world.',
    ],
  },
  {
    id: 'dashtban',
    name: ['ارسلان دشت‌بان', 'Arsalan Dashtban'],
    bio: [
      'کارگردان اکشن و ماجراجویی که بدلکاری را از پدرش آموخت و هنوز صحنه‌های تعقیب را خودش تمرین می‌کند.',
      'Director of action and adventure. His father was a stuntman, and he still rehearses the chases himself.',
    ],
  },
  {
    id: 'kalhori',
    name: ['سروناز کلهری', 'Sarvnaz Kalhori'],
    bio: [
      'مستندساز. ده سال میان کوچ‌نشینان زاگرس زندگی کرد و از آن سه فیلم بلند ساخت.',
      'Documentary maker who lived for ten years among the nomads of the Zagros and made three long films of it.',
    ],
  },
  {
    id: 'qaradaghi',
    name: ['یاشار قره‌داغی', 'Yashar Qaradaghi'],
    bio: [
      'کارگردان تبریزی تریلرهای کوهستانی؛ نمای باز را به دیالوگ ترجیح می‌دهد.',
      'A director from Tabriz whose mountain thrillers would rather give you a wide shot than a line of dialogue.',
    ],
  },
  {
    id: 'hawraman',
    name: ['فؤاد هورامان', 'Foad Hawraman'],
    bio: [
      'کارگردان فیلم‌های جنگ و پس از جنگ. اغلب با نابازیگران کار می‌کند و صدا را سر صحنه می‌گیرد.',
      'Director of films about war and what comes after it, often with people who have never acted before.',
    ],
  },
  {
    id: 'rudbari',
    name: ['الهه رودباری', 'Elaheh Rudbari'],
    bio: [
      'کارگردان سینمای وحشت. قصه‌هایش از افسانه‌های مادربزرگش در کوهپایه‌های گیلان می‌آید.',
      'Horror director whose stories come from her grandmother’s tales in the foothills of Gilan.',
    ],
  },
  {
    id: 'sepidar',
    name: ['منوچهر سپیدار', 'Manuchehr Sepidar'],
    bio: [
      'از پیش‌کسوتان سینمای خانواده. نیم قرن فیلم ساخته و هنوز با قطار سر صحنه می‌رود.',
      'A veteran of family cinema. After half a century of films he still takes the train to the set.',
    ],
  },
  {
    id: 'gilakzad',
    name: ['ترانه گیلک‌زاد', 'Taraneh Gilakzad'],
    bio: [
      'انیماتور و کارگردان فیلم‌های کودک؛ همه‌ی شخصیت‌هایش را اول با کاغذ رنگی می‌بُرد.',
      'Animator and director for children. Every character starts as a piece of cut coloured paper.',
    ],
  },
  {
    id: 'bastankar',
    name: ['نوید باستانکار', 'Navid Bastankar'],
    bio: [
      'کارگردان و تدوین‌گر. فیلم‌های معمایی‌اش را از آخر به اول می‌نویسد.',
      'Director and editor who writes his mysteries from the last scene to the first.',
    ],
  },
]

const abroad: ArtistDraft[] = [
  {
    id: 'marchaudier',
    name: ['الیز مارشودیه', 'Élise Marchaudier'],
    bio: [
      'کارگردان فرانسوی درام‌های خانوادگی؛ ساکن مارسی و عاشق نور بعدازظهر.',
      'French director of family dramas who lives in Marseille and shoots mostly in the late afternoon.',
    ],
  },
  {
    id: 'taspinarli',
    name: ['کرم تاش‌پینارلی', 'Kerem Taşpınarlı'],
    bio: [
      'کارگردان و نویسنده‌ی اهل ترکیه. میان استانبول و قارص در رفت‌وآمد است.',
      'Turkish writer and director who divides his year between Istanbul and Kars.',
    ],
  },
  {
    id: 'minasawa',
    name: ['هاروکا میناساوا', 'Haruka Minasawa'],
    bio: [
      'انیماتور ژاپنی؛ هر فیلمش سه سال طول می‌کشد چون آب را با دست می‌کشد.',
      'Japanese animator. Each film takes three years because she paints water by hand.',
    ],
  },
  {
    id: 'hanbyeol',
    name: ['سو هان‌بیول', 'Seo Han-byeol'],
    bio: [
      'کارگردان کره‌ای تریلرهای شهری که از تدوین تبلیغات به سینما آمد.',
      'Korean director of city thrillers who came to cinema from editing commercials.',
    ],
  },
  {
    id: 'ranjhani',
    name: ['دویکا رانجهانی', 'Devika Ranjhani'],
    bio: [
      'کارگردان هندی و رقصنده‌ی کاتاک؛ موزیکال‌هایش را با ضرب پا می‌نویسد.',
      'Indian director and Kathak dancer who writes her musicals by footfall.',
    ],
  },
  {
    id: 'thornfield',
    name: ['کیلب تورن‌فیلد', 'Caleb Thornfield'],
    bio: [
      'کارگردان آمریکایی فیلم‌های جاده‌ای و ورزشی؛ پیش‌تر مربی دوومیدانی دبیرستان بود.',
      'American director of road and sports films, formerly a high-school track coach.',
    ],
  },
  {
    id: 'valcourt',
    name: ['باستین والکورلوروا', 'Bastien Valcourleroy'],
    bio: [
      'بازیگر فرانسوی تئاتر و سینما که فارسی را در اصفهان یاد گرفت.',
      'French stage and screen actor who learned Persian in Isfahan.',
    ],
  },
  {
    id: 'okazono',
    name: ['رن اوکازونو', 'Ren Okazono'],
    bio: [
      'بازیگر و صداپیشه‌ی ژاپنی، برنده‌ی چند جایزه برای نقش‌های کم‌حرف.',
      'Japanese actor and voice artist, honoured for parts with very few words.',
    ],
  },
]

const actresses: ArtistDraft[] = [
  {
    id: 'sahraei',
    name: ['گلنار صحرایی', 'Golnar Sahraei'],
    bio: [
      'بازیگر. با تئاتر خیابانی در یزد شروع کرد و نقش زنان سرسخت را با طنز بازی می‌کند.',
      'Actor. She began in street theatre in Yazd and plays stubborn women with a sense of humour.',
    ],
  },
  {
    id: 'deylamani',
    name: ['آوا دیلمانی', 'Ava Deylamani'],
    bio: [
      'بازیگر و خواننده‌ی آوازهای محلی گیلان؛ چهره‌ی ثابت ملودرام‌های بارانی.',
      'Actor and singer of the folk songs of Gilan, a familiar face of rainy melodramas.',
    ],
  },
  {
    id: 'chaharbaghi',
    name: ['نسیم چهارباغی', 'Nasim Chaharbaghi'],
    bio: [
      'بازیگر اصفهانی. پیش از بازیگری راهنمای موزه بود.',
      'An actor from Isfahan who was a museum guide before she took to the stage.',
    ],
  },
  {
    id: 'khavari',
    name: ['ستاره خاوری', 'Setareh Khavari'],
    bio: [
      'بازیگر نقش‌های پرتحرک؛ کوهنورد است و بدل نمی‌پذیرد.',
      'Actor in physical parts. A mountaineer, she refuses a double.',
    ],
  },
  {
    id: 'kashefirad',
    name: ['مینو کاشفی‌راد', 'Minu Kashefirad'],
    bio: [
      'بازیگر پیش‌کسوت با چهل سال کارنامه؛ مادربزرگ محبوب سه نسل.',
      'A veteran of forty years on screen, favourite grandmother of three generations.',
    ],
  },
  {
    id: 'lalehzari',
    name: ['پریچهر لاله‌زاری', 'Parichehr Lalehzari'],
    bio: [
      'بازیگر کمدی و مجری پیشین رادیو که صدایش را در تاکسی هم می‌شناسند.',
      'Comic actor and former radio host whose voice is recognised in every taxi.',
    ],
  },
  {
    id: 'arzhangi',
    name: ['هستی ارژنگی', 'Hasti Arzhangi'],
    bio: [
      'بازیگر جوان که با نقش دختری شطرنج‌باز شناخته شد.',
      'A young actor who made her name as a girl who plays chess.',
    ],
  },
  {
    id: 'khorramrud',
    name: ['دلارام خرم‌رود', 'Delaram Khorramrud'],
    bio: [
      'بازیگر و نقاش. طرح‌های پشت صحنه‌اش دو بار نمایشگاه شده است.',
      'Actor and painter whose sketches from the set have twice been exhibited.',
    ],
  },
  {
    id: 'samangani',
    name: ['بنفشه سمنگانی', 'Banafsheh Samangani'],
    bio: [
      'بازیگر تئاتر و سینما، متخصص گویش‌های خراسان.',
      'Stage and screen actor, a specialist in the dialects of Khorasan.',
    ],
  },
  {
    id: 'tabarestani',
    name: ['شیرین تبرستانی', 'Shirin Tabarestani'],
    bio: [
      'بازیگر، صداپیشه‌ی ده‌ها شخصیت کودکانه و شنونده‌ی خوب قصه‌ها.',
      'Actor and the voice of dozens of characters that children know by heart.',
    ],
  },
  {
    id: 'azarmehr',
    name: ['کتایون آذرمهرنیا', 'Katayun Azarmehrnia'],
    bio: [
      'بازیگر نقش‌های تاریخی؛ شمشیربازی و سوارکاری را برای یک فیلم آموخت و ادامه داد.',
      'Actor in historical parts who learned fencing and riding for one film and never stopped.',
    ],
  },
  {
    id: 'torkamani',
    name: ['مارال ترکمنی', 'Maral Torkamani'],
    bio: [
      'بازیگری از گنبد که دوتار می‌نوازد و فیلم‌نامه هم می‌نویسد.',
      'An actor from Gonbad who plays the dotar and also writes scripts.',
    ],
  },
  {
    id: 'hirmand',
    name: ['سوگل هیرمند', 'Sogol Hirmand'],
    bio: [
      'بازیگر نقش‌های مرموز؛ پلک‌نزدنش زبانزد فیلم‌بردارهاست.',
      'Actor of mysterious parts. Camera crews tell stories about how she never blinks.',
    ],
  },
]

const actors: ArtistDraft[] = [
  {
    id: 'sinaeifar',
    name: ['رامبد سینایی‌فر', 'Rambod Sinaeifar'],
    bio: [
      'بازیگر. نقش آدم‌های خسته‌ی خوش‌قلب را بهتر از هر کسی بازی می‌کند.',
      'Actor. Nobody plays tired, kind-hearted men better.',
    ],
  },
  {
    id: 'damavandi',
    name: ['آرمان دماوندی', 'Arman Damavandi'],
    bio: [
      'قهرمان فیلم‌های پرتحرک و دونده‌ی ماراتن؛ روزی پانزده کیلومتر می‌دود.',
      'Lead of many action films and a marathon runner who covers fifteen kilometres a day.',
    ],
  },
  {
    id: 'nahavandi',
    name: ['کاوه نهاوندی', 'Kaveh Nahavandi'],
    bio: [
      'بازیگر نقش بازپرس‌ها و معلم‌ها. پدرش هر دو بود.',
      'Actor who plays detectives and teachers. His father was both.',
    ],
  },
  {
    id: 'chalusi',
    name: ['سام چالوسی', 'Sam Chalusi'],
    bio: [
      'کمدین و بازیگر که کارش را با تقلید صدای همسایه‌ها آغاز کرد.',
      'Comedian and actor who began by imitating his neighbours.',
    ],
  },
  {
    id: 'shahsavar',
    name: ['حافظ شهسوار', 'Hafez Shahsavar'],
    bio: [
      'بازیگر نقش‌های حماسی؛ اسبش در پنج فیلم همراهش بوده است.',
      'Actor in epic parts. His own horse has appeared in five films with him.',
    ],
  },
  {
    id: 'golpuneh',
    name: ['ایمان گلپونه', 'Iman Golpuneh'],
    bio: ['بازیگر فیلم‌های عاشقانه و نوازنده‌ی پیانو.', 'Actor in romances and a pianist.'],
  },
  {
    id: 'mahanrad',
    name: ['پدرام ماهان‌راد', 'Pedram Mahanrad'],
    bio: [
      'بازیگری که نقش منفی را با لبخند بازی می‌کند.',
      'An actor who plays villains with a smile.',
    ],
  },
  {
    id: 'rastegarnia',
    name: ['جهان رستگارنیا', 'Jahan Rastegarnia'],
    bio: [
      'بازیگر پیش‌کسوت؛ از پرده‌خوانی به تئاتر و از تئاتر به سینما رسید.',
      'A veteran who came from painted-curtain storytelling to theatre, and from theatre to film.',
    ],
  },
  {
    id: 'nurafshan',
    name: ['تیرداد نورافشان', 'Tirdad Nurafshan'],
    bio: [
      'بازیگر و مهندس رباتیک که در فیلم‌های علمی‌تخیلی اشتباه‌های فیلم‌نامه را هم می‌گیرد.',
      'Actor and robotics engineer who also corrects the science in the script.',
    ],
  },
  {
    id: 'kavirzad',
    name: ['عماد کویرزاد', 'Emad Kavirzad'],
    bio: ['بازیگر نقش‌های کم‌حرف؛ زاده‌ی نایین.', 'An actor of few words, born in Nain.'],
  },
  {
    id: 'bandari',
    name: ['یونس بندری', 'Yunes Bandari'],
    bio: [
      'بازیگر و دمام‌نواز جنوبی که ریتم را به دیالوگ می‌آورد.',
      'Actor and drummer from the southern coast who brings rhythm to dialogue.',
    ],
  },
  {
    id: 'alvan',
    name: ['سیروس الوان', 'Sirus Alvan'],
    bio: ['بازیگر طنز و معلم بازنشسته‌ی هنر.', 'Comic actor and retired art teacher.'],
  },
  {
    id: 'tangestan',
    name: ['مازیار تنگستان', 'Maziar Tangestan'],
    bio: [
      'بازیگر فیلم‌های جنگی و دریایی؛ غواصی می‌کند.',
      'Actor in films of war and sea, and a diver.',
    ],
  },
  {
    id: 'baluti',
    name: ['اسفندیار بلوطی', 'Esfandiar Baluti'],
    bio: [
      'بازیگر لرستانی نقش پدرها، چوپان‌ها و پادشاهان خسته.',
      'An actor from Lorestan who plays fathers, shepherds and weary kings.',
    ],
  },
  {
    id: 'varjavandi',
    name: ['بردیا ورجاوندی', 'Bardia Varjavandi'],
    bio: [
      'بازیگر نوجوانی که حالا نقش‌های اصلی را می‌گیرد.',
      'A child actor who has grown into leading parts.',
    ],
  },
]

const voices: ArtistDraft[] = [
  {
    id: 'ketabdar',
    name: ['هومن کتابدار', 'Human Ketabdar'],
    bio: [
      'فیلم‌نامه‌نویس و کتاب‌فروش خیابان انقلاب.',
      'Screenwriter and bookseller on Enqelab Street.',
    ],
  },
  {
    id: 'yadegari',
    name: ['پونه یادگاری', 'Puneh Yadegari'],
    bio: [
      'فیلم‌نامه‌نویس درام‌های خانوادگی که گفت‌وگوهای اتوبوس را یادداشت می‌کند.',
      'Writer of family dramas who takes notes on what people say in buses.',
    ],
  },
  {
    id: 'negarestan',
    name: ['بامداد نگارستان', 'Bamdad Negarestan'],
    bio: [
      'نویسنده‌ی فیلم‌های معمایی و طراح جدول.',
      'Writer of mysteries and a setter of crosswords.',
    ],
  },
  {
    id: 'chakavaki',
    name: ['سیاوش چکاوکی', 'Siavash Chakavaki'],
    bio: [
      'آهنگ‌ساز؛ صدای پرنده‌ها را ضبط می‌کند و در موسیقی‌اش به کار می‌برد.',
      'Composer who records birds and writes them into his scores.',
    ],
  },
  {
    id: 'parniansaz',
    name: ['لادن پرنیان‌ساز', 'Ladan Parniansaz'],
    bio: ['آهنگ‌ساز و نوازنده‌ی قانون.', 'Composer and player of the qanun.'],
  },
  {
    id: 'mezrabi',
    name: ['آراد مضرابی', 'Arad Mezrabi'],
    bio: [
      'آهنگ‌ساز الکترونیک که سنتور را به سینتی‌سایزر وصل کرد.',
      'Electronic composer who wired a santur to a synthesiser.',
    ],
  },
  {
    id: 'segahi',
    name: ['نوا سه‌گاهی', 'Nava Segahi'],
    bio: [
      'آهنگ‌ساز موسیقی کودک و رهبر گروه کر.',
      'Composer of music for children and leader of a choir.',
    ],
  },
  {
    id: 'avabakhsh',
    name: ['خسرو آوابخش', 'Khosrow Avabakhsh'],
    bio: [
      'گوینده‌ی کتاب صوتی و مستند؛ پنجاه سال پشت میکروفن.',
      'Narrator of audio books and documentaries, fifty years behind the microphone.',
    ],
  },
  {
    id: 'ravizadeh',
    name: ['فرنگیس راوی‌زاده', 'Farangis Ravizadeh'],
    bio: [
      'گوینده و قصه‌گو که هر شخصیت را با یک نفس متفاوت می‌خواند.',
      'Narrator and storyteller who gives each character a breath of its own.',
    ],
  },
  {
    id: 'sokhanparvar',
    name: ['دانا سخن‌پرور', 'Dana Sokhanparvar'],
    bio: [
      'گوینده‌ی جوان رمان‌های پلیسی و علمی.',
      'A young narrator of detective novels and popular science.',
    ],
  },
]

export const artistDrafts: ArtistDraft[] = [
  ...directors,
  ...abroad,
  ...actresses,
  ...actors,
  ...voices,
]
