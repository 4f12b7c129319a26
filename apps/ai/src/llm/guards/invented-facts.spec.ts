import { LlmFailure } from '../llm-failure';
import { assertNothingInvented } from './invented-facts';

const REVIEW = 'Marco was great, but we waited an hour. I want a refund!';

function isInvented(
  reply: string,
  language = 'en',
  sources: readonly string[] = [REVIEW, 'Harbour Inn'],
): boolean {
  try {
    assertNothingInvented(reply, language, sources);
    return false;
  } catch (error) {
    if (error instanceof LlmFailure && error.reason === 'invented') return true;
    throw error;
  }
}

describe('assertNothingInvented', () => {
  it.each([
    ['en', 'Thank you. We are glad that Marco looked after you at the Harbour Inn.'],
    [
      'en',
      'We are sorry about the wait, Marco and the Team read this. We understand that you ask for a refund.',
    ],
    ['en', 'Thank you so much! 😊 We read this (all of us.) You made our day 💛 See you soon.'],
    ['de', 'Vielen Dank für Ihre Worte. Unser Team freut sich, dass Marco Sie gut betreut hat.'],
    ['de', 'Wir bedauern die Wartezeit, und Ihre Erstattung ist uns ein Anliegen.'],
    ['fr', 'Merci pour votre avis. Cette attente remet en question notre accueil, Madame.'],
    ['it', 'Grazie per la Sua recensione. Ci dispiace che Lei sia rimasto scontento.'],
    ['es', 'Gracias por su reseña. Sentimos la espera que describe Usted.'],
    ['nl', 'Bedankt voor uw review over Marco en de Kok.'],
  ])('accepts what the review and the name of the business say in %s: %s', (language, reply) => {
    expect(isInvented(reply, language)).toBe(false);
  });

  it.each([
    ['en', 'Please ask for our manager Julia next time.'],
    ['en', 'We hope to see you in Brighton again.'],
    ['en', 'Thank you 😊, Julia.'],
    ['en', 'Your next breakfast is on the house.'],
    ['en', 'We offer you a discount.'],
    ['de', 'Unsere Küchenchefin Julia freut sich.'],
    ['de', 'Bitte wenden Sie sich an Frau Sommer.'],
    ['de', 'Sie erhalten einen Gutschein.'],
    ['fr', 'Nous vous accordons une remise de bienvenue.'],
    ['es', 'Le haremos un descuento.'],
    ['it', 'Le offriamo uno sconto.'],
    ['pt', 'A sobremesa é grátis da próxima vez.'],
    ['nl', 'U krijgt een voucher.'],
  ])('refuses what nobody said in %s: %s', (language, reply) => {
    expect(isInvented(reply, language)).toBe(true);
  });
});
