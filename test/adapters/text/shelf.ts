import type { CodePage } from '../../../src/domain/encoding.ts';

/** Words beyond ASCII as catalogues of hardware have them, and the pages that these are written in. */
export interface Shelf {
  readonly pages: readonly CodePage[];
  readonly words: string;
}

const western = ['windows-1252', 'iso-8859-1', 'iso-8859-15', 'cp850'] as const;
const central = ['windows-1250', 'iso-8859-2', 'cp852'] as const;
const baltic = ['windows-1257', 'iso-8859-13', 'cp775'] as const;
const cyrillic = ['windows-1251', 'iso-8859-5', 'cp866', 'koi8-r'] as const;

export const shelves: Readonly<Record<string, Shelf>> = {
  German: {
    pages: [...western, 'cp437', 'windows-1250', 'windows-1254', 'cp852'],
    words:
      'Säge Schlüssel Größe Übergang Türgriff Löcher Hämmer Böden Maß Öl Müller weiß schließen Gerät für Zubehör Kühlschrank Außengewinde Unterlegscheibenöffner Länge Höhe Stück Dübel Lötkolben Behälter Gehäuse grün schwarzgrün Schraubendreherköpfe Spülbürste Drähte Gürtel Füße Rohrbögen Verschlüsse Stöpsel Bügelsäge Schläuche Abflüsse',
  },
  French: {
    pages: [...western, 'cp437'],
    words:
      'clé pièce détachée câble carré qualité café boîte étanche chaîne tête fenêtre française façade métallique répétée plâtre modèle poignée légère éclairage lumière contrôle électrique très règle équerre même côté sécurité réglable planéité déjà maçon température hélice pêche échelle siège télécommande',
  },
  Italian: {
    pages: [...western, 'cp437'],
    words:
      'qualità più è già città quantità capacità unità velocità così perché però metà elettricità utilità lunghezzà potrà caffè tè lunedì sarà densità umidità cioè virtù può ciò rapidità novità serietà bontà',
  },
  Spanish: {
    pages: [...western, 'cp437'],
    words:
      'pequeño baño niño señal español ancho tamaño sillón cerámica plástico rápido electrónica baterías cúter niñera cañería según también válvula lámpara jardín árbol ángulo público cigüeñal paragüero fácil útil año caña montaña presión conexión',
  },
  Portuguese: {
    pages: [...western],
    words:
      'coração ligação peça braço lâmpada válvula proteção não são tubulação pressão cabeça açúcar côncavo três até também já água prático elétrica mão balcão fogão botões conexões peças avião câmara ângulo fixação vedação instalação alumínio',
  },
  Danish: {
    pages: [...western],
    words:
      'sølv rør rød blå grøn nøgle måler støv æske skærm værktøj børste låg håndtag trækasse bøjle kæde ståltråd grå ærme fjernbetjening både hånd søm før stødsikker båndmål højde længde øje',
  },
  Swedish: {
    pages: [...western],
    words:
      'skruvnyckel såg låda hållare nät fäste röd blå grå grön höjd längd färg mått stål tråd kök möbel förlängning trädgård hörn öglor järn kök väggfäste målning säkring stång rör nålar åskledare ärmlöst',
  },
  Finnish: {
    pages: [...western],
    words:
      'työkalu säiliö pöytä hylly käyttö keittiö väri sähkö säätö leveä kärki työpöytä hätä tölkki näyttö vetää käsisaha pää pyörä läpivienti mäntä pölynimuri tiivistä määrä kääntö jäähdytin hyvä älä',
  },
  Icelandic: {
    pages: ['windows-1252', 'iso-8859-1', 'cp850'],
    words:
      'skrúfjárn lykill smíði borð hlíf íhlutur þvottavél læsing ljós rör öryggi málning hæð breidd þyngd stærð dýpt nýtt gólf þak málmur hurðarhúnn verkfæri ætt pípa bíll rafmagnssnúra þéttir síða kló',
  },
  Polish: {
    pages: central,
    words:
      'śruba żółty łożysko wąż nakrętka podkładka gwóźdź klucz płaski źródło ćwierć świetlówka obręcz drążek sześciokątny uchwyt wkręt długość szerokość wysokość biały żarówka rączka pędzel młotek nożyce wiertło złączka łańcuch zszywacz taśma wspornik mosiężny kątownik',
  },
  Czech: {
    pages: central,
    words:
      'šroub žlutý ložisko příruba klíč plochý řezací kotouč matice podložka vrták hřebík kladívko pilník závit délka šířka výška bílý černý červený měď ocelový kabel světlo zásuvka vypínač držák kleště štětec válec hadice těsnění kování skříňka dřevo tužka ohýbačka',
  },
  Slovak: {
    pages: central,
    words:
      'skrutka kľúč plochý žltý ložisko rezací kotúč dĺžka šírka výška biely čierny červený meď oceľový držiak kliešte štetec hadica tesnenie zámok skrinka drevo svetlo vypínač zásuvka kôš mäkký päť tŕň vŕtačka ťažký náhradný žiarovka',
  },
  Hungarian: {
    pages: central,
    words:
      'csavarhúzó fűrész kalapács szűrő cső erős kötőelem fogó villáskulcs csavar anya alátét szög véső fúró fűtés gyűrű réz vörös zöld fehér fekete kék sárga hosszúság szélesség magasság gömbcsap tömítés tűzőgép rögzítő bőr üveg kulcs műanyag hőálló őrlő',
  },
  Croatian: {
    pages: central,
    words:
      'ključ vijak čekić šarafi žarulja ručka pločica ležaj žuti crni bijeli čelik držač kliješta četka crijevo šipka kućište spojnica široki duži mreža đubrivo kućica šalter žica podložak pričvršćivač zaštita grijač rašpa',
  },
  Romanian: {
    pages: ['windows-1250', 'iso-8859-2', 'cp852', 'iso-8859-16'],
    words:
      'şurub piuliţă cheie fixă roşu bandă plată înălţime lăţime greutate fierăstrău ciocan cleşte şaibă burghiu vopsea albă ţeavă robinet etanşare mâner înşurubare cârlig coş curăţare lungă până sârmă oţel',
  },
  Turkish: {
    pages: ['windows-1254', 'iso-8859-9', 'cp857'],
    words:
      'açık ağız cıvata düğme şişe çivi kapağı vida somun ışık yağ tornavida çekiç boru sıcak soğuk kırmızı yeşil sarı siyah büyük küçük genişlik yükseklik uzunluğu ağırlık fırça bıçak ölçü kapı kolu çelik bakır İzmir tutamağı gümüş',
  },
  Lithuanian: {
    pages: baltic,
    words:
      'veržlė varžtas poveržlė žalias šviesa raktas plokščias ąžuolas šluota medžio grąžtas žoliapjovė apšvietimas įrankis plaktukas pjūklas ilgis aukštis plotis svoris dažai šepetys vielė žnyplės tvirtas rankena kištukas įdėklas šildytuvas dėžė',
  },
  Latvian: {
    pages: baltic,
    words:
      'skrūve uzgrieznis atslēga plakana zāģis āmurs vītne garums platums augstums krāsa ķēde šķēres stiprība dzeltenā melnā balts sarkanā nerūsējošs tērauds naglas līme caurule ķīlis ģipsis žogs čaula rokturis ūdens šļūtene ņemt',
  },
  Estonian: {
    pages: ['windows-1257', 'iso-8859-13', 'cp775', 'windows-1252', 'iso-8859-15'],
    words:
      'mutrivõti kõrgus pikkus lühike põrand köök häälestus šabloon žanr hõbe sõlm võru tõmmits värv õli öövalgus täpne lõikur püsiv rõngas jõud süsteem tööriist käepide lõuend nõel kõver',
  },
  Greek: {
    pages: ['windows-1253', 'iso-8859-7', 'cp737'],
    words:
      'βίδα παξιμάδι ροδέλα κλειδί σφυρί πένσα σωλήνας λάμπα κόκκινο πράσινο μαύρο λευκό μήκος πλάτος ύψος βάρος καλώδιο διακόπτης πρίζα χρώμα πινέλο τρυπάνι πριόνι κατσαβίδι ατσάλι ξύλο',
  },
  Russian: {
    pages: cyrillic,
    words:
      'болт гайка шайба шуруп ключ молоток отвёртка кабель лампа выключатель розетка труба краска кисть сверло пила плоская круглая красный зелёный чёрный белый длина ширина высота вес сталь медь оцинкованный шестигранный',
  },
  Ukrainian: {
    pages: ['windows-1251', 'koi8-u'],
    words:
      'болт гайка шайба шуруп ключ молоток викрутка кабель лампа вимикач розетка труба фарба пензель свердло пилка плоска кругла червоний зелений чорний білий довжина ширина висота вага сталь мідь оцинкований їжак ємність ґрунт',
  },
  Bulgarian: {
    pages: ['windows-1251', 'iso-8859-5', 'cp866'],
    words:
      'болт гайка шайба винт ключ чук отвертка кабел лампа ключов контакт тръба боя четка свредло трион плоска кръгла червен зелен черен бял дължина ширина височина тегло стомана мед поцинкован шестостенен',
  },
  Serbian: {
    pages: ['windows-1251', 'iso-8859-5', 'cp855'],
    words:
      'завртањ матица подлошка кључ чекић одвијач кабл сијалица прекидач утичница цев боја четка бургија тестера равна округла црвена зелена црна бела дужина ширина висина тежина челик бакар поцинкован шестоугаони љуска њива ђубриво',
  },
  Hebrew: {
    pages: ['windows-1255', 'iso-8859-8'],
    words:
      'מפתח ברגים אום דסקית פטיש מברג כבל מנורה מתג שקע צינור צבע מברשת מקדח מסור שטוח עגול אדום ירוק שחור לבן אורך רוחב גובה משקל פלדה נחושת',
  },
  Arabic: {
    pages: ['windows-1256', 'iso-8859-6'],
    words:
      'مفتاح برغي صامولة حلقة مطرقة مفك كابل مصباح مقبس أنبوب طلاء فرشاة مثقاب منشار مسطح دائري أحمر أخضر أسود أبيض طول عرض ارتفاع وزن فولاذ نحاس',
  },
};
