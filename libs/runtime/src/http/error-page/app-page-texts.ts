import type { ErrorPageTexts } from './error-page-texts';

/** The texts for a request of an app for access, in the languages of the dashboard. The person came from the app. */
export const APP_PAGE_TEXTS = {
  en: {
    missing: {
      heading: 'There is nothing to connect here',
      lead: 'Please go back to the app and start again.',
    },
    refused: {
      heading: 'This app cannot be connected',
      lead: 'The request is over, or the app sent something that we do not accept. Please go back to the app and start again. If that does not help, tell the makers of the app.',
    },
    later: {
      heading: 'The app cannot be connected right now',
      lead: 'Please try again in a few minutes.',
    },
  },
  de: {
    missing: {
      heading: 'Hier gibt es nichts zu verbinden',
      lead: 'Bitte gehen Sie zurück zur App und beginnen Sie noch einmal.',
    },
    refused: {
      heading: 'Diese App kann nicht verbunden werden',
      lead: 'Die Anfrage ist abgelaufen, oder die App hat etwas gesendet, das wir nicht annehmen. Bitte gehen Sie zurück zur App und beginnen Sie noch einmal. Wenn das nicht hilft, wenden Sie sich an den Hersteller der App.',
    },
    later: {
      heading: 'Die App kann gerade nicht verbunden werden',
      lead: 'Bitte versuchen Sie es in ein paar Minuten noch einmal.',
    },
  },
  es: {
    missing: {
      heading: 'Aquí no hay nada que conectar',
      lead: 'Vuelva a la aplicación y empiece de nuevo.',
    },
    refused: {
      heading: 'No se puede conectar esta aplicación',
      lead: 'La solicitud ha caducado o la aplicación envió algo que no aceptamos. Vuelva a la aplicación y empiece de nuevo. Si no funciona, avise a los creadores de la aplicación.',
    },
    later: {
      heading: 'La aplicación no se puede conectar en este momento',
      lead: 'Inténtelo de nuevo en unos minutos.',
    },
  },
  fr: {
    missing: {
      heading: 'Il n’y a rien à connecter ici',
      lead: 'Veuillez revenir à l’application et recommencer.',
    },
    refused: {
      heading: 'Cette application ne peut pas être connectée',
      lead: 'La demande a expiré, ou l’application a envoyé quelque chose que nous n’acceptons pas. Veuillez revenir à l’application et recommencer. Si cela ne suffit pas, prévenez l’éditeur de l’application.',
    },
    later: {
      heading: 'L’application ne peut pas être connectée pour le moment',
      lead: 'Veuillez réessayer dans quelques minutes.',
    },
  },
  it: {
    missing: {
      heading: 'Qui non c’è nulla da collegare',
      lead: 'Torni all’app e ricominci.',
    },
    refused: {
      heading: 'Questa app non può essere collegata',
      lead: 'La richiesta è scaduta oppure l’app ha inviato qualcosa che non accettiamo. Torni all’app e ricominci. Se non basta, avvisi chi ha creato l’app.',
    },
    later: {
      heading: 'L’app non può essere collegata in questo momento',
      lead: 'Riprovi tra qualche minuto.',
    },
  },
  pt: {
    missing: {
      heading: 'Não há nada para ligar aqui',
      lead: 'Volte à aplicação e comece de novo.',
    },
    refused: {
      heading: 'Não é possível ligar esta aplicação',
      lead: 'O pedido expirou, ou a aplicação enviou algo que não aceitamos. Volte à aplicação e comece de novo. Se não resultar, avise os criadores da aplicação.',
    },
    later: {
      heading: 'Não é possível ligar a aplicação neste momento',
      lead: 'Tente novamente dentro de alguns minutos.',
    },
  },
} as const satisfies ErrorPageTexts;
