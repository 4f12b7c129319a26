import type { Forwarder, MakerType } from '@plaudit/contracts';
import type { Language } from '../users/languages';

/** The texts of the mail about something that sends nothing elsewhere any more. Words in braces are replaced. */
export interface PausedMailTexts {
  subject: Readonly<Record<Forwarder, string>>;
  /** What stopped. */
  intro: Readonly<Record<Forwarder, string>>;
  /** Who set it up. */
  cause: Readonly<Record<MakerType, string>>;
  paused: string;
  /** Before the addresses. */
  addresses: string;
  advice: string;
}

export const PAUSED_MAIL_TEXTS: Readonly<Record<Language, PausedMailTexts>> = {
  en: {
    subject: {
      ai: 'The AI provider is paused',
      translation: 'The translator is paused',
      invite_settings: 'The invitations of “{name}” are paused',
    },
    intro: {
      ai: 'Plaudit sends no texts to the AI provider of {company} any more.',
      translation: 'Plaudit sends no texts to the translator of {company} any more.',
      invite_settings: 'The invitations of {company} with the settings profile “{name}” wait.',
    },
    cause: {
      key: 'The API key “{maker}” set it up. This key was removed or has expired.',
      user: '{maker} set it up. This user was removed or lost sub accounts.',
    },
    paused: 'Paused: {time} UTC',
    addresses: 'Data went to:',
    advice:
      'Check whether these addresses should still get data. Then take it over with one click, or choose others:',
  },
  fr: {
    subject: {
      ai: 'Le fournisseur d’IA est en pause',
      translation: 'Le traducteur est en pause',
      invite_settings: 'Les invitations « {name} » sont en pause',
    },
    intro: {
      ai: 'Plaudit n’envoie plus de textes au fournisseur d’IA de {company}.',
      translation: 'Plaudit n’envoie plus de textes au traducteur de {company}.',
      invite_settings: 'Les invitations de {company} avec le profil « {name} » attendent.',
    },
    cause: {
      key: 'La clé API « {maker} » l’avait configuré. Cette clé a été supprimée ou a expiré.',
      user: '{maker} l’avait configuré. Cet utilisateur a été supprimé ou a perdu des sous-comptes.',
    },
    paused: 'En pause : {time} UTC',
    addresses: 'Les données allaient à :',
    advice:
      'Vérifiez si ces adresses doivent encore recevoir des données. Reprenez ensuite en un clic, ou choisissez-en d’autres :',
  },
  es: {
    subject: {
      ai: 'El proveedor de IA está en pausa',
      translation: 'El traductor está en pausa',
      invite_settings: 'Las invitaciones de «{name}» están en pausa',
    },
    intro: {
      ai: 'Plaudit ya no envía textos al proveedor de IA de {company}.',
      translation: 'Plaudit ya no envía textos al traductor de {company}.',
      invite_settings: 'Las invitaciones de {company} con el perfil «{name}» esperan.',
    },
    cause: {
      key: 'Lo configuró la clave de API «{maker}». Esta clave se ha eliminado o ha caducado.',
      user: 'Lo configuró {maker}. Este usuario se ha eliminado o ha perdido subcuentas.',
    },
    paused: 'En pausa: {time} UTC',
    addresses: 'Los datos iban a:',
    advice:
      'Compruebe si estas direcciones deben seguir recibiendo datos. Después asúmalo con un clic, o elija otras:',
  },
  pt: {
    subject: {
      ai: 'O fornecedor de IA está em pausa',
      translation: 'O tradutor está em pausa',
      invite_settings: 'Os convites de “{name}” estão em pausa',
    },
    intro: {
      ai: 'O Plaudit já não envia textos ao fornecedor de IA de {company}.',
      translation: 'O Plaudit já não envia textos ao tradutor de {company}.',
      invite_settings: 'Os convites de {company} com o perfil “{name}” aguardam.',
    },
    cause: {
      key: 'Foi configurado pela chave de API “{maker}”. Esta chave foi removida ou expirou.',
      user: 'Foi configurado por {maker}. Este utilizador foi removido ou perdeu subcontas.',
    },
    paused: 'Em pausa: {time} UTC',
    addresses: 'Os dados iam para:',
    advice:
      'Verifique se estes endereços ainda devem receber dados. Depois assuma-o com um clique, ou escolha outros:',
  },
  de: {
    subject: {
      ai: 'Der KI-Anbieter ist angehalten',
      translation: 'Der Übersetzer ist angehalten',
      invite_settings: 'Die Einladungen von „{name}“ sind angehalten',
    },
    intro: {
      ai: 'Plaudit sendet keine Texte mehr an den KI-Anbieter von {company}.',
      translation: 'Plaudit sendet keine Texte mehr an den Übersetzer von {company}.',
      invite_settings: 'Die Einladungen von {company} mit dem Profil „{name}“ warten.',
    },
    cause: {
      key: 'Eingerichtet hat das der API-Schlüssel „{maker}“. Dieser Schlüssel wurde entfernt oder ist abgelaufen.',
      user: '{maker} hat das eingerichtet. Dieser Benutzer wurde entfernt oder hat Unterkonten verloren.',
    },
    paused: 'Angehalten: {time} UTC',
    addresses: 'Daten gingen an:',
    advice:
      'Prüfen Sie, ob diese Adressen weiter Daten bekommen sollen. Übernehmen Sie sie dann mit einem Klick, oder wählen Sie andere:',
  },
  it: {
    subject: {
      ai: 'Il fornitore di IA è in pausa',
      translation: 'Il traduttore è in pausa',
      invite_settings: 'Gli inviti di “{name}” sono in pausa',
    },
    intro: {
      ai: 'Plaudit non invia più testi al fornitore di IA di {company}.',
      translation: 'Plaudit non invia più testi al traduttore di {company}.',
      invite_settings: 'Gli inviti di {company} con il profilo “{name}” aspettano.',
    },
    cause: {
      key: 'L’ha configurato la chiave API “{maker}”. Questa chiave è stata rimossa o è scaduta.',
      user: 'L’ha configurato {maker}. Questo utente è stato rimosso o ha perso dei sottoaccount.',
    },
    paused: 'In pausa: {time} UTC',
    addresses: 'I dati andavano a:',
    advice:
      'Verifichi se questi indirizzi devono ancora ricevere dati. Poi lo prenda in carico con un clic, o ne scelga altri:',
  },
};
