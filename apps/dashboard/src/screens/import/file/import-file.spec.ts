import { readImportFile } from './import-file';

function fileOf(content: string | Uint8Array<ArrayBuffer>): File {
  return new File([content], 'reviews.csv');
}

describe('readImportFile', () => {
  it('reads a text and names its encoding', async () => {
    expect(await readImportFile(fileOf('Author,Text\nZoë,Great'))).toEqual({
      name: 'reviews.csv',
      bytes: 22,
      encoding: 'UTF-8',
      text: 'Author,Text\nZoë,Great',
    });
  });

  it.each<[string, string | Uint8Array<ArrayBuffer>, string]>([
    ['a workbook', new Uint8Array([80, 75, 3, 4, 1, 2]), 'workbook'],
    ['an old workbook', new Uint8Array([208, 207, 17, 224]), 'workbook'],
    ['a binary file', new Uint8Array([65, 0, 66]), 'not_text'],
    ['an empty file', ' \n', 'empty'],
    ['a file over 10 MB', 'x'.repeat(10 * 1024 * 1024 + 1), 'too_large'],
  ])('refuses %s', async (_, content, expected) => {
    expect(await readImportFile(fileOf(content))).toBe(expected);
  });

  it.each<[string, number[], string]>([
    ['UTF-16', [0xff, 0xfe, 0x65, 0, 0x65, 0], 'ee'],
    ['UTF-16', [0x65, 0, 0x65, 0, 0x65, 0, 0xe9, 0, 0x65, 0], 'eeeée'],
    ['Windows-1252', [0x65, 0xe9], 'eé'],
    ['Windows-1250', [0x6d, 0x6f, 0xbf, 0x65, 0x6d, 0x79, 0x20, 0x77, 0x69, 0xea, 0x63], 'możemy więc'],
    ['Mac Roman', [0x66, 0x9f, 0x72], 'für'],
  ])('reads %s from its bytes', async (encoding, bytes, text) => {
    expect(await readImportFile(fileOf(Uint8Array.from(bytes)))).toMatchObject({ encoding, text });
  });
});
