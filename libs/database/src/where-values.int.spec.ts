import { In, IsNull } from 'typeorm';
import { JobEntity, openSampleDatabase, type SampleDatabase } from './fixtures/sample-database';

/** What a column that code forgot to fill would do. */
const MISSING = undefined as unknown as number;
const NULL = null as unknown as number;

describe('a condition of TypeORM without a value', () => {
  let sample: SampleDatabase;
  const count = () => sample.database.read((manager) => manager.count(JobEntity));

  beforeAll(async () => {
    sample = await openSampleDatabase();
    await sample.database.transaction((tx) => tx.insert(JobEntity, [{ name: 'first' }, { name: 'second' }]));
  });
  afterAll(() => sample.close());

  it.each([
    ['undefined', MISSING],
    ['null', NULL],
  ])('fails if it is %s, in place of matching every row', async (_name, id) => {
    const { database } = sample;
    const inTransaction = (work: Parameters<typeof database.transaction>[0]) => database.transaction(work);
    await expect(database.read((manager) => manager.findOneBy(JobEntity, { id }))).rejects.toThrow(/where/);
    await expect(database.read((manager) => manager.find(JobEntity, { where: { id } }))).rejects.toThrow(
      /where/,
    );
    await expect(inTransaction((tx) => tx.update(JobEntity, { id }, { name: 'all' }))).rejects.toThrow(
      /where/,
    );
    await expect(inTransaction((tx) => tx.delete(JobEntity, { id }))).rejects.toThrow(/where/);
    await expect(count()).resolves.toBe(2);
  });

  it('fails if an update or a delete has none at all', async () => {
    const { database } = sample;
    await expect(database.transaction((tx) => tx.update(JobEntity, {}, { name: 'all' }))).rejects.toThrow(
      /criteria/,
    );
    await expect(database.transaction((tx) => tx.delete(JobEntity, {}))).rejects.toThrow(/criteria/);
    await expect(count()).resolves.toBe(2);
  });

  it('matches nothing for a list of missing values, and what is null only by IsNull', async () => {
    await expect(
      sample.database.read((manager) => manager.findBy(JobEntity, { id: In([MISSING]) })),
    ).resolves.toEqual([]);
    await expect(
      sample.database.read((manager) => manager.countBy(JobEntity, { leaseId: IsNull() })),
    ).resolves.toBe(2);
  });
});
