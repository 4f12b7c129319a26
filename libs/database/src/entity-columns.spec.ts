import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { entityColumns } from './entity-columns';

@Entity('examples')
class ExampleEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('text', { nullable: true }) note: string | null;
  @Column('numeric', { precision: 6, scale: 2 }) amount: string;
  @Column('bigint', { array: true, default: '{}' }) tag_ids: number[];
  @Column('jsonb', { default: { note: "it's" } }) data: object;
  @Column('boolean', { default: false }) verified: boolean;
  @Column('timestamptz', { default: () => 'now()' }) created_on: Date;
}

describe('entityColumns', () => {
  it('returns the type and the default of every column in the order of the entity', () => {
    expect(Object.entries(entityColumns(ExampleEntity))).toEqual([
      ['id', { type: 'bigint', default: null }],
      ['note', { type: 'text', default: null }],
      ['amount', { type: 'numeric', default: null }],
      ['tag_ids', { type: 'bigint[]', default: "'{}'" }],
      ['data', { type: 'jsonb', default: `'{"note":"it''s"}'` }],
      ['verified', { type: 'boolean', default: 'false' }],
      ['created_on', { type: 'timestamptz', default: 'now()' }],
    ]);
  });

  it('refuses an entity whose column leaves its type to TypeORM', () => {
    @Entity('untyped')
    class UntypedEntity {
      @Column() name: string;
    }
    expect(() => entityColumns(UntypedEntity)).toThrow('name does not state its Postgres type');
  });
});
