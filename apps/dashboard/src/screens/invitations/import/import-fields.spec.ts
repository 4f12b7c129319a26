import { type ColumnUse, dataKey, doubtsOf, fieldsOf, guessUses, nameOf, withUse } from './import-fields';

/** Returns the headings that are used, by their use. */
function used(header: readonly string[], rows?: string[][]): Partial<Record<ColumnUse, string>> {
  const uses = guessUses(header, header.length, rows);
  return Object.fromEntries(uses.flatMap((use, at) => (use === 'none' ? [] : [[use, header[at]]])));
}

describe('guessUses', () => {
  it.each([
    ['Name,Email,Order', { name: 'Name', recipient: 'Email', reference: 'Order' }],
    ['Guest name,Guest email', { name: 'Guest name', recipient: 'Guest email' }],
    ['Gast,E-Mail-Adresse,Zimmer', { name: 'Gast', recipient: 'E-Mail-Adresse' }],
    ['Vorname,Nachname,Handy', { first_name: 'Vorname', last_name: 'Nachname', recipient: 'Handy' }],
    ['Mobil-Nr.;Auftrags-Nr.', { recipient: 'Mobil-Nr.', reference: 'Auftrags-Nr.' }],
    ['Telefonnr.;Mobilnr.', { recipient: 'Mobilnr.' }],
    ['N° de téléphone;N° de commande', { recipient: 'N° de téléphone', reference: 'N° de commande' }],
    ['N.º de teléfono;N.º de pedido', { recipient: 'N.º de teléfono', reference: 'N.º de pedido' }],
    ['VORNAME,NAME,TELEFON', { first_name: 'VORNAME', last_name: 'NAME', recipient: 'TELEFON' }],
    [
      'Name, Vorname;E-Mail;Bestellnummer',
      { last_first: 'Name, Vorname', recipient: 'E-Mail', reference: 'Bestellnummer' },
    ],
    [
      'Prénom;Nom;Téléphone portable;Pays',
      { first_name: 'Prénom', last_name: 'Nom', recipient: 'Téléphone portable', country: 'Pays' },
    ],
    ['NOM Prénom;Courriel', { last_first: 'NOM Prénom', recipient: 'Courriel' }],
    [
      'Nombre;Apellidos;Correo electrónico;Móvil',
      { first_name: 'Nombre', last_name: 'Apellidos', recipient: 'Correo electrónico' },
    ],
    [
      'nome_cliente;cognome_cliente;cellulare',
      { first_name: 'nome_cliente', last_name: 'cognome_cliente', recipient: 'cellulare' },
    ],
    ['Nome;Apelido;Telemóvel', { first_name: 'Nome', last_name: 'Apelido', recipient: 'Telemóvel' }],
    [
      'Nome;Sobrenome;Celular;Número do pedido',
      {
        first_name: 'Nome',
        last_name: 'Sobrenome',
        recipient: 'Celular',
        reference: 'Número do pedido',
      },
    ],
    ['Nome completo;Correio eletrônico', { name: 'Nome completo', recipient: 'Correio eletrônico' }],
  ])('reads the headings %s', (line, uses) => {
    expect(used(line.split(line.includes(';') ? ';' : ','))).toEqual(uses);
  });

  /** The headings that programs write, as their help pages and exports have them. */
  it.each([
    [
      'an online shop',
      'Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Phone,Phone,Accepts SMS Marketing,Note,Tags',
    ],
    [
      'a register',
      'Reference ID,First Name,Last Name,Email Address,Phone Number,Nickname,Company Name,Email Subscription Status',
    ],
    ['a newsletter', 'Email Address,First Name,Last Name,Address,Phone Number,MEMBER_RATING,OPTIN_TIME'],
    [
      'an address book',
      'First Name,Middle Name,Last Name,Organization Name,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value',
    ],
    [
      'an address book of before',
      'Name,Given Name,Additional Name,Family Name,Yomi Name,Given Name Yomi,E-mail 1 - Type,E-mail 1 - Value',
    ],
    [
      'an English mail program',
      'First Name,Middle Name,Last Name,Company,Business Phone,Mobile Phone,E-mail Address,E-mail Type,E-mail Display Name',
    ],
    [
      'a German mail program',
      'Anrede,Vorname,Weitere Vornamen,Nachname,Firma,Telefon geschäftlich,Telefon (privat),Mobiltelefon,E-Mail-Adresse,E-Mail-Typ',
    ],
    [
      'a French mail program',
      'Titre,Prénom,Deuxième prénom,Nom,Société,Téléphone (bureau),Tél. mobile,Adresse de messagerie,Type de messagerie',
    ],
    [
      'a booking page',
      'Team,Event Type Name,Invitee First Name,Invitee Last Name,Invitee Email,Text Reminder Number,Start Date & Time',
    ],
    [
      'a list of contacts',
      'Record ID - Contact,First Name,Last Name,Email,Phone Number,Email Domain,Marketing contact status',
    ],
  ])('finds the address and both names in the export of %s', (_program, line) => {
    const uses = used(line.split(','));
    expect(uses.first_name).toMatch(/first|given|vorname|prénom/i);
    expect(uses.last_name).toMatch(/last|family|nachname|^nom$/i);
    expect(uses.recipient).toMatch(
      /^(?:invitee )?e-?mail(?: |-)?(?:ad(?:d)?ress(?:e)?|1 - value)?$|^adresse de messagerie$/i,
    );
  });

  it('reads a bare name by the rows: as the whole name if it has the other part in it', () => {
    expect(used(['Name', 'First name'], [['Noa Bergman', 'Noa']])).toEqual({ name: 'Name' });
    expect(used(['Name', 'Vorname'], [['Noa Bergman', 'Noa']])).toEqual({ name: 'Name' });
    expect(used(['Name', 'First name'], [['Bergman', 'Noa']])).toEqual({
      first_name: 'First name',
      last_name: 'Name',
    });
  });

  it('leaves out columns without a heading', () => {
    expect(guessUses(['email'], 3)).toEqual(['recipient', 'none', 'none']);
  });
});

describe('doubtsOf', () => {
  it('says that other columns could hold the recipient, until they have a use', () => {
    const header = ['Telefon', 'E-Mail', 'Handy'];
    const uses = guessUses(header, 3);
    expect(doubtsOf(header, uses)).toEqual([{ kind: 'also', use: 'recipient', column: 1, others: [2, 0] }]);
    expect(doubtsOf(header, ['data', 'recipient', 'data'])).toEqual([]);
  });

  it('says how a bare name beside a part of it is read, until that is changed', () => {
    expect(doubtsOf(['Name', 'Vorname'], ['last_name', 'first_name'])).toEqual([
      { kind: 'read_last', column: 0, other: 1 },
    ]);
    expect(doubtsOf(['Nombre', 'Apellidos'], ['first_name', 'last_name'])).toEqual([
      { kind: 'read_first', column: 0, other: 1 },
    ]);
    expect(doubtsOf(['Name', 'First name'], ['name', 'none'])).toEqual([
      { kind: 'read_whole', column: 0, other: 1 },
    ]);
    expect(doubtsOf(['Name', 'Vorname'], ['none', 'first_name'])).toEqual([]);
  });

  it('says nothing of headings that leave nothing open', () => {
    const header = ['Vorname', 'Nachname', 'E-Mail', 'Stadt'];
    expect(doubtsOf(header, guessUses(header, 4))).toEqual([]);
  });
});

describe('nameOf', () => {
  it.each([
    [{ first_name: 'Noa', last_name: 'Bergman' }, 'Noa Bergman'],
    [{ last_name: 'Bergman' }, 'Bergman'],
    [{ last_first: 'Bergman, Noa' }, 'Noa Bergman'],
    [{ last_first: 'BERGMAN Noa' }, 'Noa BERGMAN'],
    [{ last_first: 'van den Berg Noa' }, 'van den Berg Noa'],
    [{ last_first: 'Bergman,' }, 'Bergman'],
    [{ name: 'Noa Bergman' }, 'Noa Bergman'],
    [{}, ''],
  ])('of %j is %j', (values, name) => {
    expect(nameOf(values)).toBe(name);
  });
});

describe('fieldsOf', () => {
  it('has one name for its parts', () => {
    expect(fieldsOf(['first_name', 'none', 'last_name', 'recipient', 'data'])).toEqual(['name', 'recipient']);
  });
});

describe('withUse', () => {
  it('takes a field from the column that had it, and lets several columns be data', () => {
    expect(withUse(['recipient', 'name'], 1, 'recipient')).toEqual(['none', 'recipient']);
    expect(withUse(['data', 'name'], 1, 'data')).toEqual(['data', 'data']);
  });
});

describe('dataKey', () => {
  it.each([
    ['Stay (nights)', 'stay_nights'],
    ['Größe', 'gro_e'],
    ['Prénom', 'prenom'],
    ['1st night', 'st_night'],
    ['東京', 'column_5'],
    [undefined, 'column_5'],
  ])('makes of the heading %j the name %s', (heading, key) => {
    expect(dataKey(heading, 4)).toBe(key);
  });
});
