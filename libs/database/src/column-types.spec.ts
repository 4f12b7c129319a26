import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { columnTypes } from './column-types';

@Entity('examples')
class ExampleEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('text', { nullable: true }) note: string | null;
  @Column('numeric', { precision: 6, scale: 2 }) amount: string;
  @Column('bigint', { array: true, default: '{}' }) tag_ids: number[];
}

describe('columnTypes', () => {
  it('returns the Postgres type of every column in the order of the entity', () => {
    expect(Object.entries(columnTypes(ExampleEntity))).toEqual([
      ['id', 'bigint'],
      ['note', 'text'],
      ['amount', 'numeric'],
      ['tag_ids', 'bigint[]'],
    ]);
  });

  it('refuses an entity whose column leaves its type to TypeORM', () => {
    @Entity('untyped')
    class UntypedEntity {
      @Column() name: string;
    }
    expect(() => columnTypes(UntypedEntity)).toThrow('name does not state its Postgres type');
  });
});
