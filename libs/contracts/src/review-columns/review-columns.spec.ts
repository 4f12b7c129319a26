import {
  columnValuesOf,
  headerLineOf,
  isReviewHeader,
  reviewColumnsOf,
  type ReviewField,
  starsOfOpinion,
} from './review-columns';

type Found = Partial<Record<ReviewField, string>>;

/** Returns the name of the column of each field, and several separated by a plus. */
function found(header: string): Found {
  const names = header.split(',');
  const columns = [...reviewColumnsOf(names)];
  return Object.fromEntries(
    columns.map(([field, at]) => [field, at.map((column) => names[column]).join('+')]),
  );
}

describe('reviewColumnsOf', () => {
  it.each(['user_name', 'userName', 'User Name', 'USER-NAME', 'username', 'user.name', ' Üser  Name '])(
    'finds the author in the column %j',
    (name) => {
      expect(found(name)).toEqual({ from_name: name });
    },
  );

  // The headers are of the shapes that exports, templates and scrapers have.
  it.each<[name: string, header: string, fields: Found]>([
    [
      'Judge.me',
      'title,body,rating,review_date,source,curated,reviewer_name,reviewer_email,product_id,product_handle,reply,reply_date,picture_urls,ip_address,location',
      {
        title: 'title',
        text: 'body',
        rating_value: 'rating',
        posted_on: 'review_date',
        from_name: 'reviewer_name',
        from_email: 'reviewer_email',
        reply: 'reply',
        reply_posted_on: 'reply_date',
        media: 'picture_urls',
      },
    ],
    [
      'Loox',
      'id,status,rating,email,nickname,full_name,review,date,productId,handle,img,variant,verified_purchase',
      {
        external_id: 'id',
        rating_value: 'rating',
        from_email: 'email',
        from_name: 'nickname',
        text: 'review',
        posted_on: 'date',
        media: 'img',
        verified: 'verified_purchase',
      },
    ],
    [
      'Yotpo',
      'Review Title,Review Content,Review Score,Date,Product ID,Product Title,Product URL,Display Name,Email,Comment Content,Comment Date',
      {
        title: 'Review Title',
        text: 'Review Content',
        rating_value: 'Review Score',
        posted_on: 'Date',
        from_name: 'Display Name',
        from_email: 'Email',
        reply: 'Comment Content',
        reply_posted_on: 'Comment Date',
      },
    ],
    [
      'Stamped',
      'productId,productName,author,email,location,reviewRating,reviewTitle,reviewMessage,reviewDate,reviewReply,reviewReplyDate,reviewVotesUp,reviewUserPhotos,productImageUrl',
      {
        from_name: 'author',
        from_email: 'email',
        rating_value: 'reviewRating',
        title: 'reviewTitle',
        text: 'reviewMessage',
        posted_on: 'reviewDate',
        reply: 'reviewReply',
        reply_posted_on: 'reviewReplyDate',
        media: 'reviewUserPhotos',
      },
    ],
    [
      'Okendo',
      'name,body,handle,productId,rating,dateCreated,countryCode,email,imageUrls,isApproved,isRecommended,rejectedImageUrls,reply,replyDateCreated,replyIsPublic,title,videoUrls,isVerifiedBuyer',
      {
        from_name: 'name',
        text: 'body',
        rating_value: 'rating',
        posted_on: 'dateCreated',
        from_email: 'email',
        media: 'imageUrls+videoUrls',
        reply: 'reply',
        reply_posted_on: 'replyDateCreated',
        title: 'title',
        verified: 'isVerifiedBuyer',
      },
    ],
    [
      'the Shopify app',
      'product_handle,state,rating,title,author,email,location,body,reply,created_at,replied_at',
      {
        rating_value: 'rating',
        title: 'title',
        from_name: 'author',
        from_email: 'email',
        text: 'body',
        reply: 'reply',
        posted_on: 'created_at',
        reply_posted_on: 'replied_at',
      },
    ],
    [
      'Trustoo',
      'product_handle,rating,author,content,author_country,commented_at,reply,reply_at,verify_purchase,publish,photo_url_1,photo_url_2',
      {
        rating_value: 'rating',
        from_name: 'author',
        text: 'content',
        posted_on: 'commented_at',
        reply: 'reply',
        reply_posted_on: 'reply_at',
        verified: 'verify_purchase',
        media: 'photo_url_1+photo_url_2',
      },
    ],
    [
      'a plugin of WooCommerce',
      'comment_ID,comment_post_ID,product_SKU,comment_author,comment_author_url,comment_date,comment_content,comment_approved,comment_parent,user_id,rating',
      {
        external_id: 'comment_ID',
        from_name: 'comment_author',
        from_url: 'comment_author_url',
        posted_on: 'comment_date',
        text: 'comment_content',
        rating_value: 'rating',
      },
    ],
    [
      'a scraper of Google Play in Python',
      'reviewId,userName,userImage,content,score,thumbsUpCount,reviewCreatedVersion,at,replyContent,repliedAt,appVersion',
      {
        external_id: 'reviewId',
        from_name: 'userName',
        from_image: 'userImage',
        text: 'content',
        rating_value: 'score',
        posted_on: 'at',
        reply: 'replyContent',
        reply_posted_on: 'repliedAt',
      },
    ],
    [
      'a scraper of Google Play in JavaScript',
      'id,userName,userImage,date,score,scoreText,url,title,text,replyDate,replyText,version,thumbsUp',
      {
        external_id: 'id',
        from_name: 'userName',
        from_image: 'userImage',
        posted_on: 'date',
        rating_value: 'score',
        post_url: 'url',
        title: 'title',
        text: 'text',
        reply_posted_on: 'replyDate',
        reply: 'replyText',
      },
    ],
    [
      'Google Play Console',
      'Package Name,App Version Code,Reviewer Language,Device,Review Submit Date and Time,Review Submit Millis Since Epoch,Review Last Update Date and Time,Star Rating,Review Title,Review Text,Developer Reply Date and Time,Developer Reply Text,Review Link',
      {
        language: 'Reviewer Language',
        posted_on: 'Review Submit Date and Time',
        rating_value: 'Star Rating',
        title: 'Review Title',
        text: 'Review Text',
        reply_posted_on: 'Developer Reply Date and Time',
        reply: 'Developer Reply Text',
        post_url: 'Review Link',
      },
    ],
    [
      'a scraper of the App Store',
      'id,userName,userUrl,version,score,title,text,url,updated',
      {
        external_id: 'id',
        from_name: 'userName',
        from_url: 'userUrl',
        rating_value: 'score',
        title: 'title',
        text: 'text',
        post_url: 'url',
        posted_on: 'updated',
      },
    ],
    [
      'Outscraper',
      'query,name,place_id,location_link,reviews_link,reviews,rating,review_id,author_link,author_title,author_id,author_image,review_text,review_img_urls,owner_answer,owner_answer_timestamp,review_link,review_rating,review_datetime_utc,review_likes',
      {
        external_id: 'review_id',
        from_url: 'author_link',
        from_name: 'author_title',
        from_image: 'author_image',
        text: 'review_text',
        media: 'review_img_urls',
        reply: 'owner_answer',
        reply_posted_on: 'owner_answer_timestamp',
        post_url: 'review_link',
        rating_value: 'review_rating',
        posted_on: 'review_datetime_utc',
      },
    ],
    [
      'Apify',
      'placeId,totalScore,reviewsCount,name,text,textTranslated,publishAt,publishedAtDate,likesCount,reviewId,reviewUrl,reviewerId,reviewerUrl,reviewerPhotoUrl,stars,responseFromOwnerDate,responseFromOwnerText,reviewImageUrls/0,reviewImageUrls/1,originalLanguage',
      {
        from_name: 'name',
        text: 'text',
        posted_on: 'publishedAtDate',
        external_id: 'reviewId',
        post_url: 'reviewUrl',
        from_url: 'reviewerUrl',
        from_image: 'reviewerPhotoUrl',
        rating_value: 'stars',
        reply_posted_on: 'responseFromOwnerDate',
        reply: 'responseFromOwnerText',
        media: 'reviewImageUrls/0+reviewImageUrls/1',
        language: 'originalLanguage',
      },
    ],
    [
      'Trustpilot',
      'Review Id,Reference Id,Review Created (UTC),Review Username,Review Title,Review Content,Review Stars,Company Reply,Company Reply Date (UTC),Domain Url,Review Language,Tags',
      {
        external_id: 'Review Id',
        posted_on: 'Review Created (UTC)',
        from_name: 'Review Username',
        title: 'Review Title',
        text: 'Review Content',
        rating_value: 'Review Stars',
        reply: 'Company Reply',
        reply_posted_on: 'Company Reply Date (UTC)',
        language: 'Review Language',
        tags: 'Tags',
      },
    ],
    [
      'Feefo',
      'Name,Email,Sale Date,Feedback Date,Product Id,Service Rating,Service Comment,Product Rating',
      {
        from_name: 'Name',
        from_email: 'Email',
        posted_on: 'Feedback Date',
        rating_value: 'Service Rating',
        text: 'Service Comment',
      },
    ],
    [
      'Reviews.io',
      'review_id,order_id,first_name,last_name,rating,comments,date_created',
      {
        external_id: 'review_id',
        from_name: 'first_name+last_name',
        rating_value: 'rating',
        text: 'comments',
        posted_on: 'date_created',
      },
    ],
    [
      'Birdeye',
      'Reviewer Name,Review Date,Review Rating,Review Comments,Source,Review URL,Response,Response Date,Location',
      {
        from_name: 'Reviewer Name',
        posted_on: 'Review Date',
        rating_value: 'Review Rating',
        text: 'Review Comments',
        post_url: 'Review URL',
        reply: 'Response',
        reply_posted_on: 'Response Date',
      },
    ],
    [
      'a data set of products',
      'id,dateAdded,name,brand,reviews.date,reviews.doRecommend,reviews.id,reviews.rating,reviews.text,reviews.title,reviews.username',
      {
        posted_on: 'reviews.date',
        external_id: 'reviews.id',
        rating_value: 'reviews.rating',
        text: 'reviews.text',
        title: 'reviews.title',
        from_name: 'reviews.username',
      },
    ],
    [
      'a data set of a marketplace',
      'overall,vote,verified,reviewTime,reviewerID,asin,reviewerName,reviewText,summary,image',
      {
        rating_value: 'overall',
        verified: 'verified',
        posted_on: 'reviewTime',
        from_name: 'reviewerName',
        text: 'reviewText',
        title: 'summary',
        media: 'image',
      },
    ],
    [
      'Yelp',
      'review_id,user_id,business_id,stars,useful,funny,cool,text,date',
      { external_id: 'review_id', rating_value: 'stars', text: 'text', posted_on: 'date' },
    ],
    [
      'a scraper of Tripadvisor',
      'id,url,title,lang,rating,text,publishedDate,publishedPlatform,travelDate,user.username,user.userId,user.avatar,ownerResponse.text,photos/0',
      {
        external_id: 'id',
        post_url: 'url',
        title: 'title',
        language: 'lang',
        rating_value: 'rating',
        text: 'text',
        posted_on: 'publishedDate',
        from_name: 'user.username',
        from_image: 'user.avatar',
        reply: 'ownerResponse.text',
        media: 'photos/0',
      },
    ],
    [
      'Booking.com',
      'Guest name,Reservation number,Review date,Review title,Positive review,Negative review,Review score,Property reply',
      {
        from_name: 'Guest name',
        posted_on: 'Review date',
        title: 'Review title',
        text: 'Positive review+Negative review',
        rating_value: 'Review score',
        reply: 'Property reply',
      },
    ],
    [
      'a site of software',
      'Reviewer,Overall Rating,Pros,Cons,Date Submitted',
      {
        from_name: 'Reviewer',
        rating_value: 'Overall Rating',
        text: 'Pros+Cons',
        posted_on: 'Date Submitted',
      },
    ],
    [
      'a database',
      'reviewerid,username,userimage,reviewtext,createdat,responsefromownertext',
      {
        from_name: 'username',
        from_image: 'userimage',
        text: 'reviewtext',
        posted_on: 'createdat',
        reply: 'responsefromownertext',
      },
    ],
    [
      'a shop in Germany',
      'Kundenname,Bewertungsdatum,Sterne,Titel,Bewertung,Antwort,E-Mail-Adresse,Bild',
      {
        from_name: 'Kundenname',
        posted_on: 'Bewertungsdatum',
        rating_value: 'Sterne',
        title: 'Titel',
        text: 'Bewertung',
        reply: 'Antwort',
        from_email: 'E-Mail-Adresse',
        media: 'Bild',
      },
    ],
    [
      'another shop in Germany',
      'Autor,Text,Bewertung,Erstellt am',
      { from_name: 'Autor', text: 'Text', rating_value: 'Bewertung', posted_on: 'Erstellt am' },
    ],
    [
      'a form in Germany',
      'Zeitstempel,Name,Bewertung (1-5),Kommentar',
      {
        posted_on: 'Zeitstempel',
        from_name: 'Name',
        rating_value: 'Bewertung (1-5)',
        text: 'Kommentar',
      },
    ],
    [
      'a form in English',
      'Timestamp,Your name,Your rating,Your review',
      {
        posted_on: 'Timestamp',
        from_name: 'Your name',
        rating_value: 'Your rating',
        text: 'Your review',
      },
    ],
    [
      'a shop in Portugal',
      'Avaliação,Nota,Data de publicação,Nome do cliente,Resposta',
      {
        text: 'Avaliação',
        rating_value: 'Nota',
        posted_on: 'Data de publicação',
        from_name: 'Nome do cliente',
        reply: 'Resposta',
      },
    ],
    [
      'a shop in the Netherlands',
      'Naam,Beoordeling,Datum,Tekst,Reactie',
      { from_name: 'Naam', rating_value: 'Beoordeling', posted_on: 'Datum', text: 'Tekst', reply: 'Reactie' },
    ],
    [
      'a shop in France',
      "Auteur,Date de l'avis,Note,Titre de l'avis,Avis client,Réponse,Date de réponse",
      {
        from_name: 'Auteur',
        posted_on: "Date de l'avis",
        rating_value: 'Note',
        title: "Titre de l'avis",
        text: 'Avis client',
        reply: 'Réponse',
        reply_posted_on: 'Date de réponse',
      },
    ],
    [
      'a shop in Spain',
      'Nombre del cliente,Fecha,Puntuación,Comentario,Respuesta',
      {
        from_name: 'Nombre del cliente',
        posted_on: 'Fecha',
        rating_value: 'Puntuación',
        text: 'Comentario',
        reply: 'Respuesta',
      },
    ],
  ])('finds the columns of %s', (_name, header, fields) => {
    expect(found(header)).toEqual(fields);
  });

  it.each([
    'published',
    'is_replied',
    'replied',
    'reply_count',
    'product_url',
    'product_name',
    'order_id',
    'store_name',
    'average_rating',
    'helpful_votes',
    'updated_by',
    'image_count',
    'location',
    'status',
    'thumbnail',
    'num_reviews',
    'brand',
    'constructor',
    '__proto__',
    '',
    '()',
  ])('does not use the column %j', (name) => {
    expect(found(`text,${name}`)).toEqual({ text: 'text' });
  });

  it.each<[header: string, fields: Found]>([
    ...[
      'Image URLs',
      'Media URLs',
      'Photo URLs',
      'imageURLs',
      'Review Photos URLs',
      'published_image_url',
    ].map((name): [string, Found] => [name, { media: name }]),
    ['Published Image URLs,Unpublished Image URLs', { media: 'Published Image URLs' }],
    ['Review IDs', { external_id: 'Review IDs' }],
    ['Service Rating,Food Rating,Rating', { rating_value: 'Rating' }],
    ['Value Rating,Rating', { rating_value: 'Rating' }],
    ['Service Score,Score', { rating_value: 'Score' }],
    ['Rating 1-10', { rating_value: 'Rating 1-10' }],
    ['Rating 0 to 100', { rating_value: 'Rating 0 to 100' }],
    ['description,review', { text: 'review' }],
    ['description,comments', { text: 'comments' }],
    ['description', { text: 'description' }],
    ...['Prénom+Nom', 'Vorname+Name', 'Nombre+Apellidos', 'Nome+Cognome', 'Voornaam+Achternaam'].map(
      (names): [string, Found] => [names.replace('+', ','), { from_name: names }],
    ),
    ['name,surname', { from_name: 'name+surname' }],
    ...[
      'Nome+Apelido',
      'Primeiro nome+Último nome',
      'prénom_client+nom_client',
      'Prénom du client+Nom du client',
      'Nombre del cliente+Apellidos del cliente',
      'Kundenvorname+Kundennachname',
    ].map((names): [string, Found] => [names.replace('+', ','), { from_name: names }]),
    ...[
      'Nom complet',
      'Nombre completo',
      'Vor- und Nachname',
      'Nombre y apellidos',
      'Nome e cognome',
      'NOM Prénom',
      'Nome e sobrenome',
    ].map((name): [string, Found] => [name, { from_name: name }]),
    ['Nom,Prénom', { from_name: 'Prénom+Nom' }],
    ['first_name,name', { from_name: 'name' }],
    ['first_name,last_name,name', { from_name: 'name' }],
    ...['posted_by', 'written_by', 'created_by', 'reviewed_by'].map((name): [string, Found] => [
      name,
      { from_name: name },
    ]),
    ['num_stars', { rating_value: 'num_stars' }],
    ...['post_date', 'creation_date', 'Date de création', 'Fecha de creación', 'Erstelldatum'].map(
      (name): [string, Found] => [name, { posted_on: name }],
    ),
    ...['Réponse du marchand', 'public_reply', 'admin_reply', 'brand_response', 'Reactie van eigenaar'].map(
      (name): [string, Found] => [name, { reply: name }],
    ),
    ['author_thumbnail', { from_image: 'author_thumbnail' }],
    ['verified_status', { verified: 'verified_status' }],
  ])('finds the columns of the header %s', (header, fields) => {
    expect(found(header)).toEqual(fields);
  });

  it.each<[header: string, fields: Found]>([
    [
      'Horodateur,Votre nom,Notez notre service',
      { posted_on: 'Horodateur', from_name: 'Votre nom', rating_value: 'Notez notre service' },
    ],
    [
      'Wie heißen Sie?,Wie zufrieden waren Sie?',
      { from_name: 'Wie heißen Sie?', rating_value: 'Wie zufrieden waren Sie?' },
    ],
    ['Tell us about your experience', { text: 'Tell us about your experience' }],
    ['What did you like?,What can we improve?', { text: 'What did you like?+What can we improve?' }],
    ['How likely are you to recommend us?,May we publish your review?', {}],
    ['Name of your company?,Which product did you rate?', {}],
    ['review page visited', {}],
    ['Start time,Completion time', { posted_on: 'Completion time' }],
    ['Recommends', { rating_value: 'Recommends' }],
    ['isRecommended,rating', { rating_value: 'rating' }],
    [
      'Datum,Bewertung,Kommentar des Händlers,Datum des Kommentars',
      {
        posted_on: 'Datum',
        text: 'Bewertung',
        reply: 'Kommentar des Händlers',
        reply_posted_on: 'Datum des Kommentars',
      },
    ],
    ['likedText,dislikedText', { text: 'likedText+dislikedText' }],
    ['placeId,title,text', { text: 'text' }],
  ])('finds what forms and scrapers mean by the header %s', (header, fields) => {
    expect(found(header)).toEqual(fields);
  });

  it('reads answers only where they fit the question, and an empty column only if no other can hold the field', () => {
    const values = {
      'How was your stay?': 'other',
      'Rate us!': 'prose',
      text: 'empty',
      comments: 'prose',
    } as const;
    const names = Object.keys(values) as (keyof typeof values)[];
    expect([...reviewColumnsOf(names, (at) => values[names[at]!])]).toEqual([['text', [3]]]);
  });

  it('puts the original before a translation', () => {
    const header = ['text', 'original_text'];
    expect(reviewColumnsOf(header, () => 'prose').get('text')).toEqual([1, 0]);
    expect(reviewColumnsOf(header, (at) => (at === 1 ? 'empty' : 'prose')).get('text')).toEqual([0]);
  });

  it('prefers the date on which a review was written to that of a change', () => {
    expect(found('updated_at,created_at').posted_on).toBe('created_at');
    expect(found('last_updated').posted_on).toBe('last_updated');
  });

  it('looks at the values where a name can mean several things', () => {
    const values = {
      review: 'numbers',
      title: 'same',
      note: 'prose',
      photos: 'numbers',
      reply: 'flags',
    } as const;
    const names = Object.keys(values) as (keyof typeof values)[];
    expect(reviewColumnsOf(names, (at) => values[names[at]!]).size).toBe(0);
  });

  it('reads names of any length in linear time', () => {
    const before = process.cpuUsage();
    const names = ['(', 'a', '_', 'review', 'A', 'é', 'ofat'].map((part) => part.repeat(200_000));
    expect(reviewColumnsOf(names).size).toBeLessThan(2);
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000);
  });
});

describe('headerLineOf', () => {
  it.each([
    ['date,text\n1,2', 0, ','],
    ['Export of reviews, 2026\n\ndate;text\n1;2', 25, ';'],
    ['"A ""quoted""\ntitle"\r\ndate\ttext\r\n', 22, '\t'],
    ['a,b\n1,2', 0, ','],
    ['', 0, ','],
  ])('finds the names of columns in %j', (text, start, delimiter) => {
    expect(headerLineOf(text, isReviewHeader)).toEqual({ start, delimiter });
  });
});

describe('starsOfOpinion', () => {
  it.each([
    ['positive', false, 5],
    ['Recommended', false, 5],
    ['doesn’t recommend', false, 1],
    ['not recommended', false, 1],
    ['neutral', false, 3],
    ['Yes', true, 5],
    ['0', true, 1],
    ['Yes', false, null],
    ['4', true, null],
  ])('reads %j (asked: %p) as %p', (text, isAsked, stars) => {
    expect(starsOfOpinion(text, isAsked)).toBe(stars);
  });
});

describe('columnValuesOf', () => {
  it.each([
    [['', ' '], 'empty'],
    [['4', '4,5', '8/10', '90 %', '5 stars'], 'numbers'],
    [['', 'https://img.example/a.jpg'], 'links'],
    [['["https://img.example/a.jpg"]'], 'links'],
    [['["https:\\/\\/img.example\\/a.jpg"]'], 'links'],
    [['[{"url":"https:\\/\\/img.example\\/a.jpg"}]'], 'links'],
    [["[{'id': 1, 'url': 'https://img.example/a.jpg'}]"], 'links'],
    [['No', 'no', '', 'true'], 'flags'],
    [['No', 'Thanks!'], 'other'],
    [['Shop', 'Shop', 'Shop'], 'same'],
    [['Shop', 'Shop'], 'other'],
    [['x'.repeat(61), 'y'], 'prose'],
    [['see https://a.example', 'Good'], 'other'],
  ])('finds that %j are %s', (values, kind) => {
    expect(columnValuesOf(values)).toBe(kind);
  });
});
