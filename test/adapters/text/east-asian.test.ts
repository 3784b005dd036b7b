import iconv from 'iconv-lite';
import { expect, it } from 'vitest';
import { eastAsian } from '../../../adapters/text/east-asian.ts';

const rows = (words: string): string =>
  words
    .split(' ')
    .map((word, at) => `A-${at};${word};${at}`)
    .join('\n');

const chinese =
  '六角螺栓 镀锌螺母 不锈钢垫圈 电动工具 充电钻头 手持切割机 砂轮 扳手套装 十字螺丝刀 木工锤子 锯条 水平仪 卷尺 防护手套 眼镜';
const traditional =
  '六角螺栓 鍍鋅螺母 不鏽鋼墊圈 電動工具 充電鑽頭 手持切割機 砂輪 扳手套裝 十字螺絲刀 木工錘子 鋸條 水平儀 捲尺 防護手套 眼鏡';
const japanese =
  '六角ボルト ステンレスナット ワッシャー 電動ドリル 充電式 切断機 砥石 レンチセット ドライバー ハンマー のこぎり 巻尺 手袋 めがね 作業服';
const korean =
  '육각볼트 스테인리스너트 와셔 전동드릴 충전식 절단기 연마석 렌치세트 드라이버 망치 톱날 줄자 장갑 안경 작업복';

it.each([
  ['gbk', 'GBK (Chinese)', chinese],
  ['big5', 'Big5 (Chinese)', traditional],
  ['shift_jis', 'Shift_JIS (Japanese)', japanese],
  ['euc-jp', 'EUC-JP (Japanese)', japanese],
  ['euc-kr', 'EUC-KR (Korean)', korean],
])('%s is recognised as %s', (encoding, name, words) => {
  expect(eastAsian(iconv.encode(rows(words), encoding))).toBe(name);
});

const russian =
  'Болт Гайка Шайба Дрель Диск Ключ Набор Отвертка Молоток Пила Рулетка Перчатки Очки Каска Костюм';
const greek =
  'Βίδα Παξιμάδι Ροδέλα Τρυπάνι Δίσκος Κλειδί Σετ Κατσαβίδι Σφυρί Πριόνι Γάντια Γυαλιά Κράνος Φόρμα Λάδι';
const arabic = 'برغي صامولة حلقة مثقاب قرص مفتاح طقم مفك مطرقة منشار شريط قفازات نظارات خوذة ملابس';
const hebrew = 'בורג אום דיסקית מקדחה דיסק מפתח סט מברג פטיש מסור מטר כפפות משקפיים קסדה בגדי';
const turkish =
  'Cıvata Somunlu Şarjlı Çekiç Gözlük Eldivenü İş siyahı beyazı kırmızı büyük küçük yağ';
const polish =
  'Śruba Nakrętka Podkładka Tarczą Wkrętak Młotek Piłą Taśma żółty duży mały żarówka łożysko';
const vietnamese =
  'Bu lông lục giác Đai ốc Vòng đệm Máy khoan điện Đĩa cắt Cờ lê Găng tay Kính Mũ đỏ';
const french =
  'tête Écrou électrique tronçonner Clé Mètre Vêtement câble forêt bâche pâte huîtres crème';
const thai = 'สกรู น็อต แหวนรอง สว่าน ใบตัด ประแจ ชุด ไขควง ค้อน เลื่อย ถุงมือ แว่นตา หมวก สายไฟ';

it.each([
  ['windows-1251', russian],
  ['koi8-r', russian],
  ['cp866', russian],
  ['iso-8859-5', russian],
  ['windows-1253', greek],
  ['cp737', greek],
  ['windows-1256', arabic],
  ['windows-1255', hebrew],
  ['cp862', hebrew],
  ['windows-1254', turkish],
  ['cp857', turkish],
  ['windows-1250', polish],
  ['cp852', polish],
  ['windows-1258', vietnamese.normalize('NFD')],
  ['windows-1252', french],
  ['cp850', french],
  ['macintosh', french],
  ['windows-874', thai],
])('a text in %s is none of East Asia, in capitals neither', (encoding, words) => {
  expect(eastAsian(iconv.encode(rows(words), encoding))).toBeUndefined();
  expect(eastAsian(iconv.encode(rows(words.toUpperCase()), encoding))).toBeUndefined();
});

it('a few words leave it open', () => {
  const few = chinese.split(' ').slice(0, 5).join(' ');
  expect(eastAsian(iconv.encode(rows(few), 'gbk'))).toBeUndefined();
});
