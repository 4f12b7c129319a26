import { recipientsOf } from './recipient-list';

describe('recipientsOf', () => {
  it('reads one person per line without repeats', () => {
    expect(recipientsOf('noa@example.com\n\n+49 151 234\nNOA@example.com\n')).toEqual([
      { line: 1, recipient: 'noa@example.com' },
      { line: 3, recipient: '+49 151 234' },
    ]);
  });

  it('finds the column by its heading', () => {
    expect(recipientsOf('Name;E-Mail\nNoa;noa@example.com')).toEqual([
      { line: 2, recipient: 'noa@example.com' },
    ]);
  });

  it.each(['Vorname;Telefon;E-Mail-Adresse', 'Nom;Tél. mobile;Courriel', 'Nome;Cellulare;Indirizzo e-mail'])(
    'prefers the addresses of a file with the headings %s',
    (header) => {
      expect(recipientsOf(`${header}\nNoa;+49 151 234;noa@example.com`)).toEqual([
        { line: 2, recipient: 'noa@example.com' },
      ]);
    },
  );

  it('finds the column without a heading', () => {
    expect(recipientsOf('Noa,noa@example.com,x')).toEqual([{ line: 1, recipient: 'noa@example.com' }]);
  });

  it('reads nothing from an empty text', () => {
    expect(recipientsOf(' \n,,')).toEqual([]);
  });
});
