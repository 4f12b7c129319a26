/** Words of Twilio and AWS that stop messages. */
const STOP: ReadonlySet<string> = new Set([
  'STOP',
  'STOPALL',
  'UNSUBSCRIBE',
  'CANCEL',
  'END',
  'QUIT',
  'REVOKE',
  'OPTOUT',
  'ARRET',
  'ARRÊT',
  'OPT-OUT',
  'REMOVE',
  'TD',
]);

/** Words that allow messages again. */
const START: ReadonlySet<string> = new Set(['START', 'UNSTOP', 'YES']);

/** Returns what an inbound message asks for. The whole message must be the word: "STOP please" asks for nothing. */
export function wordOf(text: string): 'stop' | 'start' | null {
  const word = text.normalize('NFC').trim().toUpperCase();
  if (STOP.has(word)) return 'stop';
  return START.has(word) ? 'start' : null;
}
