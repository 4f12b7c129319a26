import type { ErrorPageTexts } from './error-page-texts';

/** The texts for pages of reviews, in the languages of the widgets. A visitor followed a link on a company's website. */
export const WIDGET_PAGE_TEXTS = {
  en: {
    missing: {
      heading: 'This page does not exist',
      lead: 'The link may be incomplete, or the reviews are no longer shown here.',
    },
    refused: { heading: 'This link does not work', lead: 'Please open the reviews from the website again.' },
    later: { heading: 'The reviews cannot be shown right now', lead: 'Please try again in a few minutes.' },
  },
  de: {
    missing: {
      heading: 'Diese Seite gibt es nicht',
      lead: 'Der Link ist vielleicht unvollständig, oder die Bewertungen werden hier nicht mehr gezeigt.',
    },
    refused: {
      heading: 'Dieser Link funktioniert nicht',
      lead: 'Bitte öffnen Sie die Bewertungen noch einmal von der Website aus.',
    },
    later: {
      heading: 'Die Bewertungen können gerade nicht angezeigt werden',
      lead: 'Bitte versuchen Sie es in ein paar Minuten noch einmal.',
    },
  },
  es: {
    missing: {
      heading: 'Esta página no existe',
      lead: 'Puede que el enlace esté incompleto o que las opiniones ya no se muestren aquí.',
    },
    refused: { heading: 'Este enlace no funciona', lead: 'Vuelva a abrir las opiniones desde el sitio web.' },
    later: {
      heading: 'Las opiniones no se pueden mostrar en este momento',
      lead: 'Inténtelo de nuevo en unos minutos.',
    },
  },
  fr: {
    missing: {
      heading: 'Cette page n’existe pas',
      lead: 'Le lien est peut-être incomplet, ou les avis ne sont plus affichés ici.',
    },
    refused: {
      heading: 'Ce lien ne fonctionne pas',
      lead: 'Veuillez ouvrir de nouveau les avis depuis le site web.',
    },
    later: {
      heading: 'Les avis ne peuvent pas être affichés pour le moment',
      lead: 'Veuillez réessayer dans quelques minutes.',
    },
  },
  it: {
    missing: {
      heading: 'Questa pagina non esiste',
      lead: 'Forse il link è incompleto, oppure le recensioni non sono più mostrate qui.',
    },
    refused: { heading: 'Questo link non funziona', lead: 'Apra di nuovo le recensioni dal sito web.' },
    later: {
      heading: 'Al momento le recensioni non possono essere mostrate',
      lead: 'Riprovi tra qualche minuto.',
    },
  },
  nl: {
    missing: {
      heading: 'Deze pagina bestaat niet',
      lead: 'De link is misschien onvolledig, of de beoordelingen worden hier niet meer getoond.',
    },
    refused: { heading: 'Deze link werkt niet', lead: 'Open de beoordelingen opnieuw vanaf de website.' },
    later: {
      heading: 'De beoordelingen kunnen nu niet worden getoond',
      lead: 'Probeer het over een paar minuten opnieuw.',
    },
  },
  pt: {
    missing: {
      heading: 'Esta página não existe',
      lead: 'O link pode estar incompleto, ou as avaliações já não são mostradas aqui.',
    },
    refused: { heading: 'Este link não funciona', lead: 'Abra novamente as avaliações a partir do site.' },
    later: {
      heading: 'As avaliações não podem ser mostradas de momento',
      lead: 'Tente novamente dentro de alguns minutos.',
    },
  },
  pl: {
    missing: {
      heading: 'Ta strona nie istnieje',
      lead: 'Link może być niepełny albo opinie nie są już tutaj pokazywane.',
    },
    refused: { heading: 'Ten link nie działa', lead: 'Otwórz opinie ponownie ze strony internetowej.' },
    later: { heading: 'Nie można teraz pokazać opinii', lead: 'Spróbuj ponownie za kilka minut.' },
  },
  sv: {
    missing: {
      heading: 'Den här sidan finns inte',
      lead: 'Länken kan vara ofullständig, eller så visas omdömena inte längre här.',
    },
    refused: { heading: 'Den här länken fungerar inte', lead: 'Öppna omdömena igen från webbplatsen.' },
    later: { heading: 'Omdömena kan inte visas just nu', lead: 'Försök igen om några minuter.' },
  },
  da: {
    missing: {
      heading: 'Denne side findes ikke',
      lead: 'Linket er måske ufuldstændigt, eller anmeldelserne vises ikke længere her.',
    },
    refused: { heading: 'Dette link virker ikke', lead: 'Åbn anmeldelserne igen fra hjemmesiden.' },
    later: { heading: 'Anmeldelserne kan ikke vises lige nu', lead: 'Prøv igen om et par minutter.' },
  },
  ja: {
    missing: {
      heading: 'このページは存在しません',
      lead: 'リンクが不完全か、レビューがここに表示されなくなった可能性があります。',
    },
    refused: {
      heading: 'このリンクは使えません',
      lead: 'ウェブサイトからもう一度レビューを開いてください。',
    },
    later: { heading: '現在レビューを表示できません', lead: '数分後にもう一度お試しください。' },
  },
  tr: {
    missing: {
      heading: 'Bu sayfa bulunamadı',
      lead: 'Bağlantı eksik olabilir veya değerlendirmeler artık burada gösterilmiyor.',
    },
    refused: {
      heading: 'Bu bağlantı çalışmıyor',
      lead: 'Lütfen değerlendirmeleri web sitesinden yeniden açın.',
    },
    later: {
      heading: 'Değerlendirmeler şu anda gösterilemiyor',
      lead: 'Lütfen birkaç dakika sonra yeniden deneyin.',
    },
  },
  ar: {
    missing: {
      heading: 'هذه الصفحة غير موجودة',
      lead: 'قد يكون الرابط غير مكتمل، أو لم تعد التقييمات تُعرض هنا.',
    },
    refused: { heading: 'هذا الرابط لا يعمل', lead: 'يرجى فتح التقييمات مرة أخرى من الموقع.' },
    later: { heading: 'لا يمكن عرض التقييمات الآن', lead: 'يرجى المحاولة مرة أخرى بعد بضع دقائق.' },
  },
  he: {
    missing: {
      heading: 'הדף הזה לא קיים',
      lead: 'ייתכן שהקישור אינו שלם, או שהביקורות כבר אינן מוצגות כאן.',
    },
    refused: { heading: 'הקישור הזה לא עובד', lead: 'יש לפתוח את הביקורות שוב מתוך האתר.' },
    later: { heading: 'לא ניתן להציג את הביקורות כרגע', lead: 'נסו שוב בעוד כמה דקות.' },
  },
} as const satisfies ErrorPageTexts;
