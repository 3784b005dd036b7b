/**
 * The small letters beyond ASCII of the languages that exports are written in: the main exemplar characters of Unicode
 * CLDR (common/main/*.xml), of Romanian those of older fonts, too. What another has all letters of is left out:
 * Albanian is within French, Danish within Norwegian, Slovenian within Croatian, Bulgarian within Russian. Ukrainian
 * and Belarusian stand with Russian, and Macedonian with Serbian, for catalogues mix them.
 */
const latin = {
  german: 'äöüß',
  french: 'àâæçéèêëîïôœùûüÿ',
  italian: 'àéèìóòù',
  spanish: 'áéíñóúü',
  portuguese: 'áàâãçéêíóòôõú',
  catalan: 'àçéèíïóòúü',
  dutch: 'áäéëíïóöúü',
  norwegian: 'àéóòôæøå',
  swedish: 'àéåäö',
  finnish: 'åšžäö',
  icelandic: 'áðéíóúýþæö',
  estonian: 'šžõäöü',
  polish: 'ąćęłńóśźż',
  czech: 'áčďéěíňóřšťúůýž',
  slovak: 'áäčďéíĺľňóôŕšťúýž',
  hungarian: 'áéíóöőúüű',
  croatian: 'čćđšž',
  romanian: 'ăâîșțşţ',
  turkish: 'çğıöşüâîû',
  lithuanian: 'ąčęėįšųūž',
  latvian: 'āčēģīķļņšūž',
};
const others = {
  greek: 'αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ',
  russian: 'абвгдежзийклмнопрстуфхцчшщъыьэюяёґєіїў',
  serbian: 'абвгдежзијклмнопрстуфхцчшђљњћџѓѕќ',
  hebrew: 'אבגדהוזחטיכךלמםנןסעפףצץקרשת',
  arabic: 'ابتثجحخدذرزسشصضطظعغفقكلمنهويءآأؤإئةىپچژگـ',
};
/** Of the letters of ASCII, those that no word of theirs beyond ASCII has: aðýz. */
const without = new Map([['icelandic', 'cqwz']]);

/** That are not made of small ones by rule. */
const capitals = new Map([['turkish', 'İ']]);

export const languages: readonly string[] = [...Object.keys(latin), ...Object.keys(others)];

/** A set of languages, one bit each. */
export type Languages = number;

/** Which of them write the letter, small or capital; none for what is no letter of theirs. */
export function languagesOf(letter: string): Languages {
  return known.get(letter) ?? 0;
}

const ascii = 'abcdefghijklmnopqrstuvwxyz';
const known = new Map<string, Languages>();
for (const [language, letters] of Object.entries({ ...latin, ...others })) {
  const small = language in latin ? ascii + letters : letters;
  const bit = 1 << languages.indexOf(language);
  for (const letter of small + small.toUpperCase() + (capitals.get(language) ?? '')) {
    if (without.get(language)?.includes(letter.toLowerCase())) continue;
    known.set(letter, languagesOf(letter) | bit);
  }
}

export const latinLanguages: Languages = languagesOf('a');

const ofTheWest = [
  ...['german', 'french', 'italian', 'spanish', 'portuguese', 'catalan', 'dutch'],
  ...['norwegian', 'swedish', 'finnish', 'estonian', 'turkish'],
];
/**
 * Those that windows-1252 has all letters of, and Turkish, whose page has nearly all the same. Not Icelandic: ð, þ and
 * ý are what letters of the Baltic and Turkish pages become there.
 */
export const westernLanguages: Languages = ofTheWest.reduce(
  (bits, language) => bits | (1 << languages.indexOf(language)),
  0,
);
