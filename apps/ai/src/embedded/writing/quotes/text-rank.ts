const DAMPING = 0.85;
/** The ranks of 300 sentences change by less than 0.1 % after as many rounds. */
const ROUNDS = 30;

/** How alike each two of the texts are: 0 for no common word, 1 for the same words. Words that many texts have count less. */
export function similarities(texts: readonly (readonly string[])[]): Float64Array[] {
  const vectors = wordVectors(texts);
  const matrix = texts.map(() => new Float64Array(texts.length));
  for (const [row, vector] of vectors.entries()) {
    for (let column = row + 1; column < vectors.length; column++) {
      const similarity = product(vector, vectors[column] as ReadonlyMap<string, number>);
      (matrix[row] as Float64Array)[column] = similarity;
      (matrix[column] as Float64Array)[row] = similarity;
    }
  }
  return matrix;
}

/** Returns how much each text says what the others say, from 0 to 1 for the one that does most. */
export function ranks(matrix: readonly Float64Array[]): number[] {
  const sums = matrix.map((row) => row.reduce((sum, value) => sum + value, 0));
  let scores = matrix.map(() => 1);
  for (let round = 0; round < ROUNDS; round++) {
    const given = scores.map((score, at) => (sums[at] ? score / sums[at] : 0));
    scores = matrix.map((row) => 1 - DAMPING + DAMPING * weighted(row, given));
  }
  const highest = Math.max(...scores);
  return scores.map((score) => score / highest);
}

function weighted(row: Float64Array, weights: readonly number[]): number {
  let sum = 0;
  for (let at = 0; at < row.length; at++) sum += (row[at] as number) * (weights[at] as number);
  return sum;
}

/** Vectors of length 1, with one dimension for each word. */
function wordVectors(texts: readonly (readonly string[])[]): ReadonlyMap<string, number>[] {
  const sets = texts.map((words) => new Set(words));
  const holders = new Map<string, number>();
  for (const word of sets.flatMap((set) => [...set])) holders.set(word, (holders.get(word) ?? 0) + 1);
  return sets.map((set) => {
    const weights = [...set].map((word) => Math.log(texts.length / (holders.get(word) as number)));
    const length = Math.hypot(...weights);
    return new Map([...set].map((word, at) => [word, length ? (weights[at] as number) / length : 0]));
  });
}

function product(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  let sum = 0;
  for (const [word, weight] of small) sum += weight * (large.get(word) ?? 0);
  return sum;
}
