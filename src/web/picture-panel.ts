import type { PictureFacts } from '../domain/facts.ts';
import type { PanelView, Telling } from './panels.ts';
import { shownState } from './states.ts';

/** The panel of the pictures between folder and marketplace; none where the configuration has no pictures. */
export function picturesPanels(
  facts: PictureFacts | undefined,
  { words, format }: Telling,
): readonly PanelView[] {
  if (facts === undefined) return [];
  const { state, sentence, folder, lastLookedAt } = facts;
  const lookedAt =
    lastLookedAt === undefined ? [] : [{ label: words.lookedAt, text: format.text(lastLookedAt) }];
  return [
    {
      id: 'pictures',
      title: words.pictures,
      ...shownState(state, words),
      sentence,
      isEnglish: true,
      details: [{ label: words.folder, text: folder }, ...lookedAt],
    },
  ];
}
