import { encodingOf, readImportFile } from './import-file';

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
});

describe('encodingOf', () => {
  it('knows UTF-16 by its mark and Windows-1252 by bytes that are not UTF-8', () => {
    expect(encodingOf(new Uint8Array([0xff, 0xfe, 65, 0]))).toBe('UTF-16');
    expect(encodingOf(new Uint8Array([0xe9, 65]))).toBe('Windows-1252');
  });
});
