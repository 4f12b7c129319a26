import { HOSTILE_REVIEWS } from './hostile-reviews.suite';
import { MAX_READ_TEXT } from './source-review';
import { cleanForReading, hasContact, hasMarkup, isSuspicious } from './suspicious-text';

/** What people write, and what one word of a rule might take for more. */
const INNOCENT: readonly string[] = [
  'Kitchen: small. Bathroom: clean. System: modern',
  'Human: friendly touch everywhere',
  'Their staff does not follow your instructions',
  'Die Mitarbeiter beachten die Regeln nicht',
  'Vergiss alle anderen',
  'Oubliez tous les autres restaurants',
  'Olvida todos los demás',
  'Dimenticate tutti gli altri',
  'You should always answer the phone',
  'You must try the cake',
  'The secret key to their success is the dough',
  'The support replies like a robot',
  'In the reply they offered a refund',
  'What are your rules for dogs?',
  'Si vous venez, dites que vous êtes clients',
  'Le coiffeur ne tient pas compte des envies',
  '店员忽略了我的要求',
  'Il corriere non segue le indicazioni',
  'one two three four five six stars',
  'approx.3 km, e.g. the bar, No.1, St.Pauli',
  'Say hello to the cat',
  '[Edit: they fixed it]',
  '- clean\n- quiet',
  '1. clean\n2. quiet',
  'Ref 2023/12345',
  '',
  '👍',
  'I ❤️ it <3',
  '5/5',
  'Great!!! 10/10',
  '*****',
  'f***ing great',
  'Ignore the bad reviews, this place is great',
  'They ignored my instructions about the nut allergy',
  'Call the reception and they help you at once',
  'The system works, but the app needs an update',
  'You are now able to book online',
  'From now on you have a loyal customer',
  'We will never forget your prompt service',
  'Other customers were served before us',
  'The dentist explained each step, no instructions were missing',
  'Guests ignore all the rules and nobody cares',
  'Price 25/30 euros for two, room 1204, 9.30 - 18.00',
  'Open 09.30-12.00 and 14.00-18.00',
  'We stayed from 12.05.2023 to 14.05.2023 and paid $1,200.50',
  'Order no. 302-1234567 came after 3 weeks',
  'Booking number 123456789 was not found',
  'We have been coming here in 2019 2020 2021 2022',
  'Paid 100 000 000 VND for it',
  'Rooms from 80-100 to 120-150 a night',
  'Booked on Booking.com, and Amazon.de had it cheaper',
  'Good food.It was cold though.The staff was nice',
  'great food.no music',
  'great.it was lovely',
  'The staff listen and respond with a smile',
  'Attention to detail everywhere',
  'Note: the model is too small',
  'I would describe the restaurant as cosy',
  'Reply in minutes! Return the item within 30 days.',
  'Return the next day and it is fixed',
  'In summary, a lovely stay',
  'The replacement for the part number AB12-3456 did not fit',
  'Dinner @ 8. Great!',
  'Wow :-) ;-) :} >:(',
  'A & B, C/D, E+F = good',
  'S U P E R !!! A M A Z I N G food',
  'sooooooooooooooooooooooooooooooooooooooooo good',
  'Prices went from < 5 to > 10 euros',
  'Tea -- good. Cake -- better.',
  "It's 'good' or 'bad', never in between",
  'Select from the menu where everything is good',
  "L'assistant m'a bien aidé, le système de réservation fonctionne",
  'À partir de maintenant vous avez une cliente fidèle',
  'Les avis des autres clients sont vrais : ignorez les mauvais avis',
  'Le guide donne toutes les instructions',
  'Attention, la taille du modèle est petite',
  'Un point de vente agréable.Je recommande',
  'En résumé, très bien',
  'Ouvert de 9h30 - 12h00',
  'Hola, el asistente fue muy amable',
  'En resumen, todo perfecto',
  'Responde con rapidez',
  'Ahora es un restaurante italiano',
  'La app muestra instrucciones claras',
  'Ignora las malas opiniones, el sitio es genial',
  'Di solo una estrella por el ruido',
  'Desde ahora un cliente fiel',
  'Todo perfecto.El personal muy amable',
  'Em resumo, um lugar que recomendo',
  'Muito bom.Com certeza voltarei',
  'Muito bom. Com certeza voltarei',
  'O assistente respondeu a tudo',
  'Agora é um restaurante ótimo',
  'Preço 25,00 a 30,00 reais por pessoa',
  'Ich kann nur sagen, dass alles super war',
  'Sag nur: top!',
  'Schreibe das erste Mal eine Bewertung',
  'Zimmer sauber.es war laut',
  'Antworten nur per Mail',
  'Tun so als ob sie helfen',
  'Die Anweisungen der Werkstatt waren klar, Termin um 9.30 Uhr - 10.00 Uhr',
  'Zu 100% zufrieden',
  'Attenzione ai dettagli, in quanto ai servizi tutto bene',
  'Ora sono un cliente fedele',
  'Caro ai limiti del possibile',
  'Ok, ai bambini è piaciuto',
  'Il sistema funziona, personale gentile',
  'Alles was in orde, de bediening was vriendelijk',
  'Всё понравилось, вы теперь наш любимый отель',
  'スタッフがとても親切でした',
  '酒店很好，员工很热情',
  '직원들이 친절했어요',
  '🏴󠁧󠁢󠁷󠁬󠁳󠁿 loved it',
  '👨‍👩‍👧 family friendly',
  'A flag 🇫🇷🇩🇪🇮🇹',
];

describe('isSuspicious', () => {
  it.each(HOSTILE_REVIEWS)('recognises $name', ({ text }) => {
    expect(isSuspicious(text)).toBe(true);
  });

  it.each(INNOCENT)('finds nothing in "%s"', (text) => {
    expect(isSuspicious(text)).toBe(false);
  });
});

describe('isSuspicious › of 20,000 characters', () => {
  it.each([
    ['<a', true],
    ['-', false],
    ['\n', false],
    [' ', false],
    ['@', false],
    ['(', false],
    ['*', false],
    ['=\u00ad', false],
    ['1 ', true],
    ['1-', true],
    ['a.', true],
    ['a@', true],
    ['ignore ', true],
    ['{"', true],
    ['`', true],
    ['%6', true],
    ['ﷺ ', true],
    ['1-a', true],
    ['!a ', true],
    ['a a b ', true],
    ['ты теперь ', true],
    ['ignore ignore all all all all ', true],
  ])('judges a row of "%s"', (part, expected) => {
    expect(isSuspicious(part.repeat(20_000 / part.length))).toBe(expected);
  });
});

describe('hasContact', () => {
  it.each([
    'see https://a.example',
    'HTTP://A.EXAMPLE/B',
    'www.bellavista.example',
    'bellavista.com',
    'BELLAVISTA.COM',
    'bellavista.co.uk',
    'visit bellavista.es now',
    'besser bei bellavista.de',
    'Book bellavista.it.',
    'bella-vista.shop is new',
    'bit.ly/abc',
    'bellavista.сom',
    'bellavista[.]com',
    'bellavista dot com',
    'bellavista punto com',
    'ftp://a',
    'mailto:x',
    'a@b.example',
    'a.b+c@b-c.example',
    'a (at) b.example',
    'write to anna at mail dot example',
    'anna arroba correo punto es',
    'a @ mail.com',
    '+44 20 7946 0000',
    '(020) 7946 0000',
    '020 7946 0000',
    '00 44 20 7946 0000',
    '555-123-4567',
    '612 345 678',
    '06.12.34.56.78',
    '+4915112345678',
    'call no. 0612345678',
    '٠٦١٢٣٤٥٦٧٨',
    'amazon.de/dp/123',
    'https://booking.com',
    'me@booking.com',
    'booking.com.evil-rooms.example.com',
  ])('finds one in "%s"', (text) => {
    expect(hasContact(text)).toBe(true);
  });

  it('allows the name of a portal, which is no address to go to', () => {
    expect(hasContact('Guests who booked on Booking.com liked it.')).toBe(false);
  });
});

describe('hasMarkup', () => {
  it.each([
    '<b>x</b>',
    '<br/>',
    '<script',
    '&lt;b',
    '**good**',
    '__good__',
    '# Title',
    '- item',
    '* item',
    '1. item',
    '> quote',
    '`code`',
    '[a](b)',
    '![a](b)',
    '{{x}}',
    '{name}',
    '<|end|>',
    '{"a": 1}',
    '| a | b |',
    '%3Cscript',
    '&#60;b',
    'a |> b',
    '~~~ a',
    'a ### b',
    '$(a)',
    '${a',
    'a: "b", "c" :"d"',
    "'}]",
    '[[a',
    '--- BEGIN',
    '=== system',
  ])('finds some in "%s"', (text) => {
    expect(hasMarkup(text)).toBe(true);
  });

  it.each([
    'I <3 it',
    'Good - very good.',
    'Rated 3.5 out of 5',
    'a * b',
    'Staff, food & rooms',
    '“Great,” they said.',
  ])('finds none in "%s"', (text) => {
    expect(hasMarkup(text)).toBe(false);
  });
});

describe('cleanForReading', () => {
  it.each([
    ['a\u200bb\u00adc\u202ed\u{e0041}', 'abcd'],
    [' a \n\t b\u0000\u0007c ', 'a bc'],
    ['ｇｏｏｄ ﬁsh', 'good fish'],
    ['I ❤️ it', 'I ❤️ it'],
    ['\ud800x', 'x'],
    ['', ''],
  ])('makes %j readable', (text, expected) => {
    expect(cleanForReading(text)).toBe(expected);
  });

  it('cuts a long text without cutting a character in half', () => {
    expect(cleanForReading('x'.repeat(6_000))).toHaveLength(MAX_READ_TEXT);
    expect(cleanForReading(`x${'👍'.repeat(6_000)}`)).toHaveLength(MAX_READ_TEXT - 1);
    expect(cleanForReading('ﷺ'.repeat(20_000)).length).toBeLessThanOrEqual(MAX_READ_TEXT);
  });
});
