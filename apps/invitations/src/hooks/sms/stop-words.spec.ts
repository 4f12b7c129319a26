import { wordingOf } from '../../messages/wording';
import { LANGUAGES } from '../../settings/languages';
import { meaningOf } from './stop-words';

describe('meaningOf', () => {
  describe('reads a wish to get no more messages', () => {
    it.each([
      // Keywords of Twilio, Amazon, CTIA, Vonage and Bird.

      'STOP',
      'STOPALL',
      'STOP ALL',
      'UNSUBSCRIBE',
      'CANCEL',
      'END',
      'QUIT',
      'REVOKE',
      'OPTOUT',
      'OPT OUT',
      'OPT-OUT',
      'ARRET',
      'ARRETT',
      'ARRETE',
      'REMOVE',
      'TD',
      'CANCEL ALL',
      'UNSUB',
      'Reply STOP',
      'revoke consent',
      'This is spam STOP',
      'STOP!!! I never signed up',
      'stop',
      'Stop',
      'sToP',
      // Each language.

      'ARRÊT',
      'arre\u0302t',
      'Arret.',
      'Désabonner',
      'ME DÉSABONNER',
      'désinscription',
      'STOP PUB',
      'STOP SMS',
      'FIN',

      'BAJA',
      'Darme de baja',
      'ALTO',
      'CANCELAR',
      'PARAR',
      'SALIR',
      'desuscribir',
      'No más',
      'no más mensajes',
      'SAIR',
      'PARE',
      'Descadastrar',
      'CANCELAR',
      'REMOVER',
      'Não quero mais',
      'chega',

      'ABMELDEN',
      'Stopp',
      'ABBESTELLEN',
      'ENDE',
      'Austragen',
      'Keine SMS mehr',
      'Keine Werbung!',
      'kündigen',

      'ANNULLA',
      'CANCELLAMI',
      'Disiscrivimi',
      'BASTA',
      'basta messaggi',
      'CANCELLA',
      'Non voglio più SMS',
    ])('%j', (text) => expect(meaningOf(text)).toBe('stop'));

    it.each([
      ' stop ',
      '\n Stop\r\n',
      'Stop.',
      'STOP!',
      'stop!!!',
      '"STOP"',
      '“Stop”',
      '«Stop»',
      "'stop'",
      '*STOP*',
      '(stop)',
      '¡STOP!',

      'STOP 🙏',
      '🛑STOP🛑',
      'stop👎🏽',
      'STOP\u200b',
      '\ufeffSTOP',
      'S\u00adT\u200dOP',
      '\u202aSTOP\u202c',
      'STOP\ufe0f',
      'STOP\u3164',

      'ＳＴＯＰ',
      'ⓢⓣⓞⓟ',
      'S T O P',
      'S.T.O.P.',
      's-t-o-p',
      'STOOOOP',
      'stoppp',
      'stop stop stop',
      'STOP/UNSUBSCRIBE',
      'STOP 12345',
      'STOPSMS 36180',
      'ЅТОР',
      'SТOP',
      'SΤΟΡ',
      'ST0P',
      'stpo',
      'STOP36180',
      'Stop all',
      'stop2end',
    ])('however it is written: %j', (text) => expect(meaningOf(text)).toBe('stop'));

    it.each([
      'stop please',
      'Please stop',
      'Stop. Thank you',
      'pls stop, thx',
      'Hi, stop please. Thanks!',
      'STOP now!',
      'OK stop',

      'stop it',
      'Cancel, please',
      'Cancel.',
      'Stop, wrong number',
      'STOP!!! Wrong number',
      'No thanks, stop',
      'Not interested. Stop',
      'stop svp',
      "Stop s'il vous plaît",
      'Arrêtez, merci',
      'Bonjour, stop merci',
      'por favor parar',
      'baja por favor',
      'Stop gracias',
      'CANCELAR, por favor',
      'parar por favor',
      'Sair, obrigado',
      'stop obrigada',
      'bitte stopp',
      'Bitte abmelden. Danke!',
      'Stopp, danke',
      'stop. MfG',
      'stop grazie',
      'Per favore stop',
      'Annulla per favore',
    ])('with words of courtesy: %j', (text) => expect(meaningOf(text)).toBe('stop'));

    it.each([
      'STOP\n\nSent from my iPhone',
      'Stop\nSent from my Galaxy',
      'END\n\nSent from my iPhone',
      'stop please\r\n\r\nGet Outlook for Android',

      'STOP Sent from my iPhone',
      'Fin\n\nEnvoyé de mon iPhone',
      'stop svp\nEnvoyé depuis mon smartphone Samsung',

      'baja\n\nEnviado desde mi iPhone',
      'sair\n\nEnviado do meu iPhone',
      'Sair\nEnviado a partir do meu telemóvel',

      'Ende\n\nVon meinem iPhone gesendet',
      'bitte stopp\nGesendet von Mail für Windows',
      'annulla\n\nInviato da iPhone',

      'cancel\n-- \nAda Example',
      'STOP\nAda Example',
      'STOP\n\nAda Example\nExample Bakery',
      'STOP - Ada',
      'Stop\n> How was it? Reply STOP',
      'STOP\nOn Mon, 30 Nov 2026 at 10:00 Example Bakery wrote:\n> Hi Ada',
    ])('above a signature: %j', (text) => expect(meaningOf(text)).toBe('stop'));

    it.each([
      'Please stop texting me',
      'stop sending me messages',
      'Stop messaging me!',
      'STOP CONTACTING ME',
      'stop reaching out',

      'unsubscribe me',
      'Unsubscribe me please',
      'remove me',
      'Remove me from your list',
      'take me off the list',
      'opt me out',

      "Don't text me again",
      'Don’t text me',
      'dont text me anymore',
      'do not contact me',
      'Leave me alone',
      'no more texts',

      "I don't want any more messages",
      'I want to unsubscribe',
      'I would like to opt out',
      'Can you stop sending these?',

      'I told you to stop',
      'How do I unsubscribe?',
      'stop texting me i dont want any more messages',
      'cancel my subscription',

      'I have reviewed you already. Please stop texting me.',
      'Stop texting me, this is my work phone',
      'STOP. I have left a review.',

      'Arrêtez de m’envoyer des SMS',
      'Je ne veux plus recevoir vos messages',
      'Plus de SMS svp',
      'Merci de ne plus me contacter',

      'No quiero recibir más mensajes',
      'Dejen de enviarme mensajes',
      'quiero darme de baja',
      'No me escriban más',

      'Não quero receber mensagens',
      'Para de me mandar mensagem',
      'me remove da lista',
      'Parem de mandar SMS por favor',

      'Bitte keine Nachrichten mehr',
      'Ich möchte keine SMS mehr erhalten',
      'Hören Sie auf, mir zu schreiben',
      'Lasst mich in Ruhe',

      'Non scrivetemi più',
      'Smettete di mandarmi messaggi',
      'Vorrei disiscrivermi',

      'Stop, thank you very much',
      'stop marketing',
      'Stop! Don’t text again',
      'I do not wish to receive messages',
      'stop harassing me',
      'Veuillez me désinscrire',
      "Merci d'arrêter",
      'Retirez mon numéro',
      'Solicito la baja',
      'Dejen de enviar mensajes',
      'Eliminar mi número',
      'Bórrenme de la lista',
      'quero sair',
      'não enviar mais',
      'remover da lista',
      'Bitte nicht mehr senden',
      'Ich widerspreche',
      'Löschen Sie meine Daten',
      'Bitte entfernen Sie mich aus der Liste',
      'Non inviare più messaggi',
      'Cancella il mio numero',
      'revoca consenso',
      'non voglio più ricevere sms',
    ])('in a sentence: %j', (text) => expect(meaningOf(text)).toBe('stop'));
  });

  it.each([
    'START',
    ' unstop',
    'Yes',
    'YES!',
    '“Start”',
    'Start 👍',
    'START\n\nSent from my iPhone',
    'Oui',
    'Sí',
    'sì.',
    'SIM',
    'Ja!',
    'ALTA',
    'Anmelden',
    'INICIAR',
    'Reprendre',
    'Avvia',
  ])('reads %j as a wish to get messages again', (text) => expect(meaningOf(text)).toBe('start'));

  it.each([
    'I cannot stop coming back, great place',
    'Stop by again soon!',
    'The bus stop is close',
    'non-stop fun',
    "Don't stop!",

    'Never stop',
    "Please don't stop texting me",
    'Do not stop',
    "Can't stop smiling",
    'stopped by your shop yesterday',

    'Stop by at 5?',
    'Stop! You are too kind',
    'Stop it, you make me blush',
    'Stop... you had me at hello',
    'STOP what you do and eat here',

    'We had to stop at the hotel',
    'One stop shop',
    'Full stop.',
    'A nice stop on our way',
    'The "stop" sign near your shop confused us',

    "N'arrêtez jamais !",
    "L'arrêt de bus est tout près",
    'Ils travaillent sans arrêt',
    'No paren nunca',
    'Non smettete mai',

    'Hört bloß nicht auf',
    'Un servicio de baja calidad',
    'Stoppt bloß nicht',
    'Nunca parem!',
    'Our opt-out policy is on our site',
    'unsubscribe button is broken',
    'Do you stop at 5?',
    'Quero sair com amigos',
    'We no longer want to leave',
    'Stop & Shop',
    'arrêt de tram',
    'basta con verlo',
    'Nicht aufhören',
  ])('leaves %j unclear', (text) => expect(meaningOf(text)).not.toMatch(/stop|start/));

  it.each([
    'Thanks!',
    'HELP',
    'info',
    '',
    ' ',
    'no',
    '👍',
    '🛑?',
    '-- ',
    'Sent from my iPhone',
    '5',
    'Great service, thank you!',

    'Yes please',
    'Yes, it was great',
    'START please',
    'Oui, super',
    'Ja, gerne',
    'Sí, muy bien',
    'Start of the season',
    'Startup',

    'Can you cancel my appointment?',
    'When does it end?',
    'I quit my job last week',
    'The end',
    'In the end it was great',
    'to cancel',
    'Para mí todo bien',
    'Baja la música',
    'O fim de semana foi bom',
    'Ende gut, alles gut',

    'Fine, thanks',
    'fine',
    'Cancel my order please',
    'Löschen Sie bitte meine Bewertung',
    'Quiero cancelar mi cita',
    'Le fermate sono vicine',
    'Die Nachrichten kommen an',
    'No me gusta',
    'Ich habe keine Zeit',
    'Ich möchte keine anderen Friseure mehr',
  ])('reads nothing from %j', (text) => expect(meaningOf(text)).toBe('other'));

  it.each(LANGUAGES)('does not take the text of an invitation in %s for the answer to it', (language) => {
    const sms = wordingOf(language).sms.replace(/\{\{.*?\}\}/g, 'Example');
    const reactions = [
      `Liked “${sms}”`,
      `❤️ to “${sms}”`,
      `A aimé « ${sms} »`,
      `“${sms.slice(-60)}`,
      `Great!\n> ${sms}`,
      sms,
    ];
    expect(reactions.filter((text) => /^(stop|start)$/.test(meaningOf(text)))).toEqual([]);
  });

  it('does not take a quoted hint for an answer', () => {
    expect(meaningOf('Liked “How was it? STOP to unsubscribe. https://go.example.com/i/abc”')).toBe('other');
  });

  it('reads hostile text at once', () => {
    const before = Date.now();
    for (const text of [
      'stop ',
      'a ',
      '"',
      '“a',
      '\n>',
      '. ',
      'stop texting ',
      'ﷺ',
      'e\u0301',
      '-- ',
      'von meinem ',
    ]) {
      meaningOf(text.repeat(200_000));
    }
    expect(Date.now() - before).toBeLessThan(1_500);
  });
});
