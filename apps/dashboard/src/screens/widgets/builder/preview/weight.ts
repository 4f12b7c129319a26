/** Returns how many bytes a text has when it is compressed as servers do. */
export async function gzippedBytes(text: string): Promise<number> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
  return (await new Response(stream).arrayBuffer()).byteLength;
}

/** Returns the text of the data that a page would get for a previewed widget. */
export function servedData(preview: object): string {
  const served = Object.entries(preview).filter(([key]) => key !== 'sample');
  return JSON.stringify(Object.fromEntries(served));
}

/** Returns kilobytes of 1,000 bytes with one decimal. */
export function kilobytes(bytes: number): number {
  return Math.round(bytes / 100) / 10;
}
