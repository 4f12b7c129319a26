import type { WebhookDisableReason } from '@plaudit/contracts';
import type { Language } from '../users/languages';

/** The texts of the mail about a webhook that was switched off. Words in braces are replaced. */
export interface WebhookMailTexts {
  subject: string;
  intro: string;
  causes: Readonly<Record<WebhookDisableReason, string>>;
  failingSince: string;
  lastAnswer: string;
  /** The last answer if there was none. */
  noAnswer: string;
  status: string;
  switchedOff: string;
  /** Before the address of the dashboard. */
  details: string;
  /** How long deliveries wait. */
  held: string;
  repair: string;
  /** What to do if the maker was removed. */
  takeOver: string;
  reference: string;
}

export const WEBHOOK_MAIL_TEXTS: Readonly<Record<Language, WebhookMailTexts>> = {
  en: {
    subject: 'Webhook {id} was switched off',
    intro: 'Plaudit has switched off webhook {id} of account {account}.',
    causes: {
      failing: 'Every delivery to it has failed for days.',
      gone: 'Its endpoint answered 410 Gone, which asks not to be called again.',
      blocked:
        'Every delivery to it has failed for days, in the end because its address is one that must not be called.',
      maker_removed:
        'The API key or user that made it was removed, or may no longer read what the webhook sends.',
    },
    failingSince: 'Failing since: {time} UTC',
    lastAnswer: 'Last answer: {answer}',
    noAnswer: 'none ({error})',
    status: 'HTTP status {status}',
    switchedOff: 'Switched off: {time} UTC',
    details: 'Its address, its maker and its deliveries are in the dashboard, in the settings:',
    held: 'Deliveries wait for at most 72 hours.',
    repair:
      'To send them, repair the endpoint and switch the webhook on again with an API key of the account:',
    takeOver:
      'Check whether this address should still get data. Then take the webhook over in the dashboard, or with an API key of the account. Delete it if nobody needs it.',
    reference: 'API reference',
  },
  fr: {
    subject: 'Le webhook {id} a été désactivé',
    intro: 'Plaudit a désactivé le webhook {id} du compte {account}.',
    causes: {
      failing: 'Tous les envois échouent depuis plusieurs jours.',
      gone: 'Le point de terminaison a répondu 410 Gone, ce qui demande de ne plus l’appeler.',
      blocked:
        'Tous les envois échouent depuis plusieurs jours, en dernier lieu parce que l’adresse ne doit pas être appelée.',
      maker_removed:
        'La clé API ou l’utilisateur qui l’a créé a été supprimé, ou ne peut plus lire ce que le webhook envoie.',
    },
    failingSince: 'En échec depuis : {time} UTC',
    lastAnswer: 'Dernière réponse : {answer}',
    noAnswer: 'aucune ({error})',
    status: 'statut HTTP {status}',
    switchedOff: 'Désactivé : {time} UTC',
    details: 'Son adresse, son auteur et ses envois sont dans le tableau de bord, dans les paramètres :',
    held: 'Les envois attendent au plus 72 heures.',
    repair:
      'Pour les envoyer, réparez le point de terminaison et réactivez le webhook avec une clé API du compte :',
    takeOver:
      'Vérifiez si cette adresse doit encore recevoir des données. Reprenez ensuite le webhook dans le tableau de bord ou avec une clé API du compte. Supprimez-le si personne n’en a besoin.',
    reference: 'Référence de l’API',
  },
  es: {
    subject: 'El webhook {id} se ha desactivado',
    intro: 'Plaudit ha desactivado el webhook {id} de la cuenta {account}.',
    causes: {
      failing: 'Todos los envíos fallan desde hace días.',
      gone: 'El punto de conexión respondió 410 Gone, con lo que pide que no se le llame más.',
      blocked:
        'Todos los envíos fallan desde hace días, al final porque la dirección es una a la que no se debe llamar.',
      maker_removed:
        'La clave de API o el usuario que lo creó se ha eliminado, o ya no puede leer lo que envía el webhook.',
    },
    failingSince: 'Falla desde: {time} UTC',
    lastAnswer: 'Última respuesta: {answer}',
    noAnswer: 'ninguna ({error})',
    status: 'estado HTTP {status}',
    switchedOff: 'Desactivado: {time} UTC',
    details: 'Su dirección, su autor y sus envíos están en el panel, en la configuración:',
    held: 'Los envíos esperan como máximo 72 horas.',
    repair:
      'Para enviarlos, repare el punto de conexión y vuelva a activar el webhook con una clave de API de la cuenta:',
    takeOver:
      'Compruebe si esta dirección debe seguir recibiendo datos. Después asuma el webhook en el panel o con una clave de API de la cuenta. Elimínelo si nadie lo necesita.',
    reference: 'Referencia de la API',
  },
  pt: {
    subject: 'O webhook {id} foi desativado',
    intro: 'O Plaudit desativou o webhook {id} da conta {account}.',
    causes: {
      failing: 'Todos os envios falham há dias.',
      gone: 'O endpoint respondeu 410 Gone, o que pede para não voltar a ser chamado.',
      blocked: 'Todos os envios falham há dias, por fim porque o endereço não pode ser chamado.',
      maker_removed:
        'A chave de API ou o utilizador que o criou foi removido, ou já não pode ler o que o webhook envia.',
    },
    failingSince: 'A falhar desde: {time} UTC',
    lastAnswer: 'Última resposta: {answer}',
    noAnswer: 'nenhuma ({error})',
    status: 'estado HTTP {status}',
    switchedOff: 'Desativado: {time} UTC',
    details: 'O endereço, o autor e os envios estão no painel, nas definições:',
    held: 'Os envios esperam no máximo 72 horas.',
    repair: 'Para os enviar, repare o endpoint e volte a ativar o webhook com uma chave de API da conta:',
    takeOver:
      'Verifique se este endereço ainda deve receber dados. Depois assuma o webhook no painel ou com uma chave de API da conta. Elimine-o se ninguém precisar dele.',
    reference: 'Referência da API',
  },
  de: {
    subject: 'Webhook {id} wurde abgeschaltet',
    intro: 'Plaudit hat Webhook {id} des Kontos {account} abgeschaltet.',
    causes: {
      failing: 'Seit Tagen schlägt jede Zustellung fehl.',
      gone: 'Der Endpunkt hat mit 410 Gone geantwortet und bittet damit, nicht mehr aufgerufen zu werden.',
      blocked:
        'Seit Tagen schlägt jede Zustellung fehl, zuletzt, weil die Adresse nicht aufgerufen werden darf.',
      maker_removed:
        'Der API-Schlüssel oder Benutzer, der ihn angelegt hat, wurde entfernt oder darf nicht mehr lesen, was der Webhook sendet.',
    },
    failingSince: 'Fehler seit: {time} UTC',
    lastAnswer: 'Letzte Antwort: {answer}',
    noAnswer: 'keine ({error})',
    status: 'HTTP-Status {status}',
    switchedOff: 'Abgeschaltet: {time} UTC',
    details: 'Adresse, Urheber und Zustellungen stehen im Dashboard, in den Einstellungen:',
    held: 'Zustellungen warten höchstens 72 Stunden.',
    repair:
      'Um sie zu senden, reparieren Sie den Endpunkt und schalten Sie den Webhook mit einem API-Schlüssel des Kontos wieder ein:',
    takeOver:
      'Prüfen Sie, ob diese Adresse weiter Daten bekommen soll. Übernehmen Sie den Webhook dann im Dashboard oder mit einem API-Schlüssel des Kontos. Löschen Sie ihn, wenn niemand ihn braucht.',
    reference: 'API-Referenz',
  },
  it: {
    subject: 'Il webhook {id} è stato disattivato',
    intro: 'Plaudit ha disattivato il webhook {id} dell’account {account}.',
    causes: {
      failing: 'Da giorni tutti gli invii falliscono.',
      gone: 'L’endpoint ha risposto 410 Gone, che chiede di non essere più chiamato.',
      blocked: 'Da giorni tutti gli invii falliscono, alla fine perché l’indirizzo non può essere chiamato.',
      maker_removed:
        'La chiave API o l’utente che l’ha creato è stato rimosso, o non può più leggere ciò che il webhook invia.',
    },
    failingSince: 'In errore da: {time} UTC',
    lastAnswer: 'Ultima risposta: {answer}',
    noAnswer: 'nessuna ({error})',
    status: 'stato HTTP {status}',
    switchedOff: 'Disattivato: {time} UTC',
    details: 'Indirizzo, autore e invii sono nella dashboard, nelle impostazioni:',
    held: 'Gli invii aspettano al massimo 72 ore.',
    repair: 'Per inviarli, ripari l’endpoint e riattivi il webhook con una chiave API dell’account:',
    takeOver:
      'Verifichi se questo indirizzo deve ancora ricevere dati. Poi prenda in carico il webhook nella dashboard o con una chiave API dell’account. Lo elimini se nessuno ne ha bisogno.',
    reference: 'Riferimento dell’API',
  },
};
