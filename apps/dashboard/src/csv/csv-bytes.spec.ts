import { decodeCsv, MAX_CSV_BYTES, readCsvFile } from './csv-bytes';

describe('decodeCsv', () => {
  it.each([
    ['UTF-8', [0xc3, 0xa9]],
    ['UTF-8 with a byte order mark', [0xef, 0xbb, 0xbf, 0xc3, 0xa9]],
    ['UTF-16, little end first', [0xff, 0xfe, 0xe9, 0x00]],
    ['UTF-16, big end first', [0xfe, 0xff, 0x00, 0xe9]],
    ['Windows-1252', [0xe9]],
  ])('reads %s', (_encoding, bytes) => {
    expect(decodeCsv(Uint8Array.from(bytes)).text).toBe('é');
  });
});

describe('readCsvFile', () => {
  it('reads a file and refuses one that is too large without reading it', async () => {
    expect(await readCsvFile(new Blob(['a,b']))).toBe('a,b');
    const large = { size: MAX_CSV_BYTES + 1, arrayBuffer: () => Promise.reject(new Error('was read')) };
    expect(await readCsvFile(large as unknown as Blob)).toBeNull();
  });
});
