import { describe, expect, it } from 'vitest';
import { nextStep, type StepFacts } from '../../../src/catalog/story/next-step.ts';

const inStep: StepFacts = {
  externalId: 'A',
  isKnown: true,
  isConfirmed: true,
  canRetry: false,
  remedies: [],
  isStuck: false,
  hasUnapplied: false,
  isStocked: false,
  isInDoubt: false,
  namedBy: new Set(['products']),
  isUnfinished: false,
  vanished: 'unpublish',
  canVanish: true,
  unread: [],
  notRead: [],
};
const row = (by: 'where' | 'only') => ({ source: 'articles', file: 'art.csv', run: 1, row: 3, by });
const nobody: StepFacts['namedBy'] = new Set();
const unknown = { namedBy: nobody, isKnown: false, isConfirmed: false };
const answered = (kind: 'remove' | 'hide' | 'upsert') => ({ request: { isOpen: false, kind } });

describe('the next step of an article', () => {
  it.each<[string, Partial<StepFacts>, RegExp]>([
    ['in step', {}, /^Nothing: it is in step\.$/],
    [
      'under way',
      { isConfirmed: false, request: { isOpen: true, kind: 'upsert' } },
      /repeated by itself until/,
    ],
    [
      'under way while nothing is sent',
      { request: { isOpen: true, kind: 'upsert' }, stopped: 'The key is refused. Set another.' },
      /^A request is under way and waits\. The key is refused\. Set another\.$/,
    ],
    [
      'not sent yet while nothing is sent',
      { isUnfinished: true, stopped: 'The key is refused. Set another.' },
      /^What differs waits\. The key is refused\. Set another\.$/,
    ],
    [
      'unknown while nothing is sent',
      { ...unknown, isUnfinished: true, stopped: 'The key is refused. Set another.' },
      /^No export names it\./,
    ],
    [
      'unknown while a source is paused',
      { ...unknown, isUnfinished: true, pausedSource: 'articles' },
      /^No export names it\./,
    ],
    [
      'in step with what was read',
      { unread: ['articles: art2.csv waits for its done file art2.csv.ok.'] },
      /^It is in step with what was read\. Not read yet: articles: art2\.csv waits for its done file/,
    ],
    [
      'in step with what was read, beside a refused file',
      { notRead: ['art3.csv of articles was refused: column "Menge" is gone.'] },
      /^It is in step with what was read\. Not read: art3\.csv of articles was refused: column/,
    ],
    [
      'held beside a refused file',
      { hold: { id: '7' }, notRead: ['art3.csv of articles was refused.'] },
      /stockhand release 7\. Not read: art3\.csv of articles was refused\.$/,
    ],
    [
      'in a file of which a yes would send nothing',
      { wholeHold: { id: '9', source: 'articles', remedy: 'Correct what rejects its rows.' } },
      /^The export of its source articles is held as a whole: Correct what rejects its rows\.$/,
    ],
    [
      'in step except for its picture',
      { picture: 'put b.png into the folder of the pictures.' },
      /^It is in step except for its picture: put b\.png into the folder of the pictures\.$/,
    ],
    ['refused', { canRetry: true }, /stockhand retry --product A$/],
    [
      'refused, with a blank in its number',
      { canRetry: true, externalId: 'A 1' },
      /stockhand retry --product "A 1"$/,
    ],
    ['stuck', { remedies: ['Retry.'], isStuck: true }, /^It is stuck; .*retry --product A$/],
    [
      'rejected',
      { remedies: ['Add it to translate:.', 'Export only the number.'] },
      /^Its row was rejected\. Add it to translate:\. Export only the number\.$/,
    ],
    [
      'owed',
      { hasUnapplied: true },
      /^An earlier export said more about it than was sent: export it/,
    ],
    ['held', { hold: { id: '7' } }, /stockhand release 7$/],
    ['to be sent', { isConfirmed: false, isUnfinished: true }, /^It is sent with the next pass/],
    ['in doubt', { isInDoubt: true }, /^It is sent with the next pass/],
    [
      'paused',
      { isUnfinished: true, pausedSource: 'articles' },
      /paused.*stockhand resume articles$/,
    ],
    ['paused but in step', { pausedSource: 'articles' }, /^Nothing: it is in step/],
    [
      'unpublished',
      { namedBy: nobody, isConfirmed: false, ...answered('remove') },
      /no longer names it, so it was unpublished\. It is sent again/,
    ],
    ['hidden', { namedBy: nobody, ...answered('hide') }, /so it is hidden/],
    ['left alone', { namedBy: nobody, vanished: 'ignore' }, /it stays on the marketplace/],
    [
      'named by nobody who takes it away',
      { namedBy: nobody, canVanish: false, ...answered('upsert') },
      /^Nothing: none of the exports/,
    ],
    [
      'of a source that is gone',
      { namedBy: nobody, goneSource: 'art', canVanish: false },
      /^Nothing: its source art is gone/,
    ],
    [
      'about to leave',
      { namedBy: nobody, isUnfinished: true, ...answered('upsert') },
      /^The export no longer names it: it leaves the marketplace with the next pass\.$/,
    ],
    [
      'left by a file that is through',
      { namedBy: nobody, ...answered('upsert') },
      /it leaves the marketplace with the next export of other content that does not name it\.$/,
    ],
    [
      'outside the pilot, and named no longer',
      { namedBy: nobody, isOutsidePilot: true, ...answered('upsert') },
      /^Nothing: the export no longer names it, and only: of the configuration leaves it out, so it stays/,
    ],
    [
      'perhaps there',
      { namedBy: nobody, isConfirmed: false, isInDoubt: true },
      /leaves the marketplace/,
    ],
    [
      'left out by where and not there',
      { namedBy: nobody, isConfirmed: false, isKnown: false, leftOut: row('where') },
      /^Nothing: art\.csv, row 3 names it, but where: of source articles leaves that row out\. To send it/,
    ],
    [
      'left out by where and about to leave',
      { namedBy: nobody, leftOut: row('where') },
      /^art\.csv, row 3 names it, but where: .* leaves that row out: it leaves the marketplace with/,
    ],
    [
      'left out by where and gone',
      { namedBy: nobody, isConfirmed: false, leftOut: row('where'), ...answered('remove') },
      /leaves that row out, so it was unpublished\. To send it, correct the row/,
    ],
    [
      'left out by where of a file of changes',
      { leftOut: row('where') },
      /leaves that row out, so it stays on the marketplace as it is\. To send it/,
    ],
    [
      'left out by only',
      { isConfirmed: false, leftOut: row('only') },
      /^Nothing: art\.csv, row 3 names it, but only: of the configuration leaves it out\. Add it to/,
    ],
    [
      'left out by only and there',
      { leftOut: row('only') },
      /leaves it out, so it stays on the marketplace as it is\./,
    ],
    [
      'in step in a file that is held as a whole',
      { wholeHold: { id: '9', source: 'articles' } },
      /^The export of its source articles is held as a whole: .* stockhand release 9$/,
    ],
    [
      'named without a name',
      { namedBy: nobody, isConfirmed: false, isNameless: true },
      /^Nothing: no products export with a name names it; it is created when one does\.$/,
    ],
    [
      'there and named without a name',
      { namedBy: nobody, canVanish: false, isNameless: true },
      /^Nothing: no products export with a name names it, so it stays/,
    ],
    ['known to stock only', { namedBy: new Set(['stock']), isConfirmed: false }, /only a stock/],
    ['unknown', unknown, /^No export names it\. Give the number .* capitals/],
  ])('that is %s is reported as it is', (_, facts, text) => {
    expect(nextStep({ ...inStep, ...facts })).toMatch(text);
  });
});
