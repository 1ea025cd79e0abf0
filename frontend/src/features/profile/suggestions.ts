/** Suggestions for the fields of a song and a film; any text is allowed. */
export const songs =
  'Gracias a la vida|La flaca|Mediterráneo|Oye cómo va|Bésame mucho|Cielito lindo|Clandestino|De música ligera|La bamba|Guantanamera|Imagine|Bohemian Rhapsody|Hey Jude|Redemption Song|Like a Rolling Stone|Billie Jean|Purple Rain|Smells Like Teen Spirit|Wonderwall|Halo|Someone Like You|La vie en rose|月亮代表我的心|晴天'.split(
    '|',
  );
export const films =
  'Roma|El laberinto del fauno|Volver|El secreto de sus ojos|Relatos salvajes|Amores perros|Coco|Cinema Paradiso|La vida es bella|Amélie|El viaje de Chihiro|Parasite|Casablanca|El padrino|2001|Alien|Blade Runner|Matrix|Interstellar|Thelma & Louise|Toy Story|Wall·E|In the Mood for Love|Your Name'.split(
    '|',
  );
