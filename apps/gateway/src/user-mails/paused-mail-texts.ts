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
  advice: string;
}

export const PAUSED_MAIL_TEXTS: Readonly<Record<Language, PausedMailTexts>> = {
  en: {
    subject: {
      ai: 'The AI provider is paused',
      translation: 'The translator is paused',
      invite_settings: 'The invitations of a settings profile are paused',
    },
    intro: {
      ai: 'Plaudit sends no texts to the AI provider of account {account} any more.',
      translation: 'Plaudit sends no texts to the translator of account {account} any more.',
      invite_settings: 'The invitations of a settings profile of account {account} wait.',
    },
    cause: {
      key: 'The API key that set it up was removed or has expired.',
      user: 'The user who set it up was removed or lost sub accounts.',
    },
    paused: 'Paused: {time} UTC',
    advice:
      'The page shows the addresses and who set them up. Check whether they should still get data. Then take it over with one click, or choose others:',
  },
  fr: {
    subject: {
      ai: 'Le fournisseur d’IA est en pause',
      translation: 'Le traducteur est en pause',
      invite_settings: 'Les invitations d’un profil sont en pause',
    },
    intro: {
      ai: 'Plaudit n’envoie plus de textes au fournisseur d’IA du compte {account}.',
      translation: 'Plaudit n’envoie plus de textes au traducteur du compte {account}.',
      invite_settings: 'Les invitations d’un profil du compte {account} attendent.',
    },
    cause: {
      key: 'La clé API qui l’avait configuré a été supprimée ou a expiré.',
      user: 'L’utilisateur qui l’avait configuré a été supprimé ou a perdu des sous-comptes.',
    },
    paused: 'En pause : {time} UTC',
    advice:
      'La page montre les adresses et leur auteur. Vérifiez si elles doivent encore recevoir des données. Reprenez ensuite en un clic, ou choisissez-en d’autres :',
  },
  es: {
    subject: {
      ai: 'El proveedor de IA está en pausa',
      translation: 'El traductor está en pausa',
      invite_settings: 'Las invitaciones de un perfil están en pausa',
    },
    intro: {
      ai: 'Plaudit ya no envía textos al proveedor de IA de la cuenta {account}.',
      translation: 'Plaudit ya no envía textos al traductor de la cuenta {account}.',
      invite_settings: 'Las invitaciones de un perfil de la cuenta {account} esperan.',
    },
    cause: {
      key: 'La clave de API que lo configuró se ha eliminado o ha caducado.',
      user: 'El usuario que lo configuró se ha eliminado o ha perdido subcuentas.',
    },
    paused: 'En pausa: {time} UTC',
    advice:
      'La página muestra las direcciones y quién las configuró. Compruebe si deben seguir recibiendo datos. Después asúmalo con un clic, o elija otras:',
  },
  pt: {
    subject: {
      ai: 'O fornecedor de IA está em pausa',
      translation: 'O tradutor está em pausa',
      invite_settings: 'Os convites de um perfil estão em pausa',
    },
    intro: {
      ai: 'O Plaudit já não envia textos ao fornecedor de IA da conta {account}.',
      translation: 'O Plaudit já não envia textos ao tradutor da conta {account}.',
      invite_settings: 'Os convites de um perfil da conta {account} aguardam.',
    },
    cause: {
      key: 'A chave de API que o configurou foi removida ou expirou.',
      user: 'O utilizador que o configurou foi removido ou perdeu subcontas.',
    },
    paused: 'Em pausa: {time} UTC',
    advice:
      'A página mostra os endereços e quem os configurou. Verifique se ainda devem receber dados. Depois assuma-o com um clique, ou escolha outros:',
  },
  de: {
    subject: {
      ai: 'Der KI-Anbieter ist angehalten',
      translation: 'Der Übersetzer ist angehalten',
      invite_settings: 'Die Einladungen eines Profils sind angehalten',
    },
    intro: {
      ai: 'Plaudit sendet keine Texte mehr an den KI-Anbieter des Kontos {account}.',
      translation: 'Plaudit sendet keine Texte mehr an den Übersetzer des Kontos {account}.',
      invite_settings: 'Die Einladungen eines Profils des Kontos {account} warten.',
    },
    cause: {
      key: 'Der API-Schlüssel, der das eingerichtet hat, wurde entfernt oder ist abgelaufen.',
      user: 'Der Benutzer, der das eingerichtet hat, wurde entfernt oder hat Unterkonten verloren.',
    },
    paused: 'Angehalten: {time} UTC',
    advice:
      'Die Seite zeigt die Adressen und wer sie eingerichtet hat. Prüfen Sie, ob sie weiter Daten bekommen sollen. Übernehmen Sie sie dann mit einem Klick, oder wählen Sie andere:',
  },
  it: {
    subject: {
      ai: 'Il fornitore di IA è in pausa',
      translation: 'Il traduttore è in pausa',
      invite_settings: 'Gli inviti di un profilo sono in pausa',
    },
    intro: {
      ai: 'Plaudit non invia più testi al fornitore di IA dell’account {account}.',
      translation: 'Plaudit non invia più testi al traduttore dell’account {account}.',
      invite_settings: 'Gli inviti di un profilo dell’account {account} aspettano.',
    },
    cause: {
      key: 'La chiave API che l’ha configurato è stata rimossa o è scaduta.',
      user: 'L’utente che l’ha configurato è stato rimosso o ha perso dei sottoaccount.',
    },
    paused: 'In pausa: {time} UTC',
    advice:
      'La pagina mostra gli indirizzi e chi li ha configurati. Verifichi se devono ancora ricevere dati. Poi lo prenda in carico con un clic, o ne scelga altri:',
  },
};
