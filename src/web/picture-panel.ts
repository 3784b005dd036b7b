import type { PictureFacts } from '../domain/facts.ts';
import type { PanelView, Telling } from './panels.ts';

const tones = { inStep: 'good', sending: 'busy', paused: 'off', offline: 'bad' } as const;

/** The panel of the pictures between folder and marketplace; none where the configuration has no pictures. */
export function picturesPanels(
  facts: PictureFacts | undefined,
  { words, format }: Telling,
): readonly PanelView[] {
  if (facts === undefined) return [];
  const { state, sentence, folder, lastLookedAt } = facts;
  const stateWords = {
    inStep: words.stateInStep,
    sending: words.stateSending,
    paused: words.statePaused,
    offline: words.stateOffline,
  };
  const lookedAt =
    lastLookedAt === undefined ? [] : [{ label: words.lookedAt, text: format.text(lastLookedAt) }];
  return [
    {
      id: 'pictures',
      title: words.pictures,
      tone: tones[state],
      word: stateWords[state],
      sentence,
      isEnglish: true,
      details: [{ label: words.folder, text: folder }, ...lookedAt],
    },
  ];
}
