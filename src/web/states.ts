import type { SourceFacts, StatusFacts } from '../domain/facts.ts';
import type { Words } from './words.ts';

/** How a state looks: green, moving, waiting, in need of a person, broken, not in use. */
export type Tone = 'good' | 'busy' | 'waiting' | 'attention' | 'bad' | 'off';

export type StateName =
  | StatusFacts['state']
  | SourceFacts['state']
  | 'starting'
  | 'stopped'
  | 'listening'
  | 'off';

const states: Readonly<Record<StateName, readonly [tone: Tone, word: keyof Words]>> = {
  inStep: ['good', 'stateInStep'],
  listening: ['good', 'stateListening'],
  working: ['busy', 'stateWorking'],
  reading: ['busy', 'stateReading'],
  sending: ['busy', 'stateSending'],
  starting: ['busy', 'stateStarting'],
  waiting: ['waiting', 'stateWaiting'],
  needsYou: ['attention', 'stateNeedsYou'],
  held: ['attention', 'stateHeld'],
  refused: ['attention', 'stateRefused'],
  failing: ['bad', 'stateFailing'],
  offline: ['bad', 'stateOffline'],
  stopped: ['bad', 'stateStopped'],
  paused: ['off', 'statePaused'],
  off: ['off', 'stateOff'],
};

/** A state as the page shows it: its look, and its name in a word. */
export function shownState(
  state: StateName,
  words: Words,
): { readonly tone: Tone; readonly word: string } {
  const [tone, word] = states[state];
  return { tone, word: words[word] };
}
