/** What an error page tells: there is no such link, the request was wrong, or the product cannot answer now. */
export type ErrorPageKind = 'missing' | 'refused' | 'later';

export interface ErrorPageText {
  /** The title of the document, if it is not the heading. */
  title?: string;
  heading: string;
  lead: string;
}

/** The texts of every language, English among them. */
export type ErrorPageTexts = Readonly<
  Record<string, Readonly<Record<ErrorPageKind, ErrorPageText>>> & {
    en: Readonly<Record<ErrorPageKind, ErrorPageText>>;
  }
>;

/** The texts for links in messages, in every language of messages. */
export const MESSAGE_LINK_TEXTS = {
  en: {
    missing: {
      title: 'Page not found',
      heading: 'This link does not work',
      lead: 'It may be incomplete, or the invitation may have been withdrawn. Please open the link in the message again.',
    },
    refused: {
      title: 'Request not accepted',
      heading: 'We could not read the request',
      lead: 'Please open the link in the message again.',
    },
    later: {
      title: 'Something went wrong',
      heading: 'Something went wrong',
      lead: 'Please try again in a few minutes.',
    },
  },
  fr: {
    missing: {
      title: 'Page introuvable',
      heading: 'Ce lien ne fonctionne pas',
      lead: 'Il est peut-être incomplet, ou l’invitation a été retirée. Veuillez ouvrir de nouveau le lien dans le message.',
    },
    refused: {
      title: 'Demande refusée',
      heading: 'Nous n’avons pas pu lire la demande',
      lead: 'Veuillez ouvrir de nouveau le lien dans le message.',
    },
    later: {
      title: 'Une erreur s’est produite',
      heading: 'Une erreur s’est produite',
      lead: 'Veuillez réessayer dans quelques minutes.',
    },
  },
  es: {
    missing: {
      title: 'Página no encontrada',
      heading: 'Este enlace no funciona',
      lead: 'Puede que esté incompleto o que la invitación se haya retirado. Vuelva a abrir el enlace del mensaje.',
    },
    refused: {
      title: 'Solicitud no aceptada',
      heading: 'No hemos podido leer la solicitud',
      lead: 'Vuelva a abrir el enlace del mensaje.',
    },
    later: {
      title: 'Algo salió mal',
      heading: 'Algo salió mal',
      lead: 'Inténtelo de nuevo en unos minutos.',
    },
  },
  pt: {
    missing: {
      title: 'Página não encontrada',
      heading: 'Este link não funciona',
      lead: 'Pode estar incompleto, ou o convite pode ter sido retirado. Abra novamente o link da mensagem.',
    },
    refused: {
      title: 'Pedido não aceite',
      heading: 'Não foi possível ler o pedido',
      lead: 'Abra novamente o link da mensagem.',
    },
    later: {
      title: 'Algo correu mal',
      heading: 'Algo correu mal',
      lead: 'Tente novamente dentro de alguns minutos.',
    },
  },
  de: {
    missing: {
      title: 'Seite nicht gefunden',
      heading: 'Dieser Link funktioniert nicht',
      lead: 'Er ist vielleicht unvollständig, oder die Einladung wurde zurückgezogen. Bitte öffnen Sie den Link in der Nachricht noch einmal.',
    },
    refused: {
      title: 'Anfrage nicht angenommen',
      heading: 'Wir konnten die Anfrage nicht lesen',
      lead: 'Bitte öffnen Sie den Link in der Nachricht noch einmal.',
    },
    later: {
      title: 'Etwas ist schiefgelaufen',
      heading: 'Etwas ist schiefgelaufen',
      lead: 'Bitte versuchen Sie es in ein paar Minuten noch einmal.',
    },
  },
  it: {
    missing: {
      title: 'Pagina non trovata',
      heading: 'Questo link non funziona',
      lead: 'Forse è incompleto, oppure l’invito è stato ritirato. Apra di nuovo il link nel messaggio.',
    },
    refused: {
      title: 'Richiesta non accettata',
      heading: 'Non è stato possibile leggere la richiesta',
      lead: 'Apra di nuovo il link nel messaggio.',
    },
    later: {
      title: 'Qualcosa è andato storto',
      heading: 'Qualcosa è andato storto',
      lead: 'Riprovi tra qualche minuto.',
    },
  },
} as const satisfies ErrorPageTexts;

const MAX_HEADER = 500;

/** Returns the first language that the browser prefers and that `texts` has, else English. */
export function preferredLanguage(acceptLanguage: string | undefined, texts: ErrorPageTexts): string {
  const ranges = (acceptLanguage ?? '').slice(0, MAX_HEADER).split(',').map(rangeOf);
  const ranked = ranges.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
  return ranked.map(({ tag }) => tag).find((tag) => Object.hasOwn(texts, tag)) ?? 'en';
}

function rangeOf(range: string): { tag: string; weight: number } {
  const [tag = '', quality] = range.split(';');
  const weight = quality === undefined ? 1 : Number(/^\s*q=([01](?:\.\d*)?)\s*$/.exec(quality)?.[1] ?? 1);
  return { tag: tag.trim().toLowerCase().split('-')[0] as string, weight };
}
