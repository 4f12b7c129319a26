import { wordOf } from './stop-words';

describe('wordOf', () => {
  it.each([
    'STOP',
    'stop',
    'stop ',
    '\n Stop\r\n',
    'StopAll',
    'unsubscribe',
    'cancel',
    'end',
    'quit',
    'revoke',
    'optout',
    'ARRET',
    'arrêt',
    'arre\u0302t',
    'opt-out',
    'remove',
    'td',
  ])('reads %j as a wish to get no more messages', (text) => {
    expect(wordOf(text)).toBe('stop');
  });

  it.each(['START', ' unstop', 'Yes'])('reads %j as a wish to get messages again', (text) => {
    expect(wordOf(text)).toBe('start');
  });

  it.each([
    'please stop',
    'STOP please',
    'stop.',
    'STOPP',
    'stop it',
    'HELP',
    'info',
    '',
    ' ',
    'no',
    '"stop"',
  ])('reads nothing from %j', (text) => {
    expect(wordOf(text)).toBeNull();
  });
});
