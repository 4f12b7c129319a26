import { Column, Entity, PrimaryColumn } from 'typeorm';
import { insertRows, updateRows } from './entity-rows';

@Entity('samples')
class SampleEntity {
  @PrimaryColumn('bigint') id: number;
  @Column('text', { nullable: true }) language: string | null;
  @Column('boolean', { default: false }) verified: boolean;
  @Column('bytea') digest: Buffer;
}

describe('insertRows', () => {
  it('names only the columns that at least one row has', () => {
    const { sql, json } = insertRows(SampleEntity, [
      { id: 1, language: null },
      { id: 2, digest: Buffer.from('a') },
    ]);
    expect(sql).toContain('insert into samples (id, digest)');
    expect(JSON.parse(json)).toEqual([
      { id: 1, language: null },
      { id: 2, digest: '\\x61' },
    ]);
  });

  it('gives a column that only some rows have its default in the others', () => {
    expect(insertRows(SampleEntity, [{ id: 1, verified: true }, { id: 2 }]).sql).toContain(
      'coalesce(verified, false)',
    );
    expect(insertRows(SampleEntity, [{ id: 1, verified: true }]).sql).not.toContain('coalesce');
  });
});

describe('updateRows', () => {
  it('sets in each row the columns that its change names', () => {
    const changes = [
      { id: 1, change: { language: 'de', verified: undefined } },
      { id: 2, change: { verified: true } },
    ];
    const { sql, json } = updateRows(SampleEntity, 'sample', changes, ['version = sample.version + 1']);
    expect(sql).toContain(
      "verified = case when given.change ? 'verified' then changed.verified else sample.verified end, version = sample.version + 1",
    );
    expect(JSON.parse(json)).toEqual([
      { row_id: 1, change: { language: 'de' } },
      { row_id: 2, change: { verified: true } },
    ]);
  });
});
