import type { InsightsLanguage } from '../../generation/insights-languages';
import { lexiconOf } from '../lexicon/lexicon';
import { clausesOf } from './clauses';
import { isSeenLate } from './clock-times';

function isLate(language: InsightsLanguage, sentence: string): boolean {
  return isSeenLate(clausesOf(sentence).flat(), lexiconOf(language).clock);
}

describe('isSeenLate', () => {
  it.each([
    ['en', 'Appointment at half past nine, called at 10.15'],
    ['en', 'Appointment at 11:45, seen at 12:30'],
    ['fr', 'Rendez-vous à 9h30, reçu à 10h15'],
    ['fr', 'Rendez-vous à neuf heures et quart, reçu à dix heures'],
    ['es', 'Cita a las nueve y media, entré a las diez y cuarto'],
    ['pt', 'Marcação às nove e meia, fui atendido às dez'],
    ['de', 'Termin um halb zehn, aufgerufen um 10 Uhr'],
    ['it', 'Appuntamento alle nove, visitato alle dieci e un quarto'],
  ] as const)('finds the delay in %s: %j', (language, sentence) => {
    expect(isLate(language, sentence)).toBe(true);
  });

  it.each([
    ['en', 'Appointment at nine, called at nine'],
    ['en', 'Appointment at nine, called at 9:10'],
    ['en', 'Appointment at nine, left at ten'],
    ['en', 'Appointment at nine, seen at three'],
    ['en', 'Appointment at nine, seen at once'],
    ['en', 'Seen by a doctor at nine'],
    ['en', 'A table at 25, seen at 99'],
  ] as const)('finds no delay in %s: %j', (language, sentence) => {
    expect(isLate(language, sentence)).toBe(false);
  });
});
