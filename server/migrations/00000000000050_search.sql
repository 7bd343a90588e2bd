-- Search by any part of a name, in any script, at the same cost for any number of users or spaces. Existing extensions
-- don't support queries of one or two characters, which are whole names in many scripts. Therefore every n-gram of one to
-- three characters is indexed as a number. Matches of the index are compared with the text again.

create function normalize_search_text(given text) returns text
  language sql immutable strict parallel safe
  as $$
    select replace(translate(
      lower(normalize(
        regexp_replace(normalize(given, nfkd), '[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]', '', 'g'),
        nfkc)),
      'ςıøłđ', 'σiold'), 'ß', 'ss')
  $$;
comment on function normalize_search_text(text) is
  'Text in the form that search compares: lowercase, without accents and vowel points, in one Unicode form.';

create function text_ngrams(scope text, normalized text) returns int[]
  language sql immutable strict parallel safe
  as $$
    select coalesce(array_agg(distinct hashtext(scope || substr(normalized, start, size))), '{}')
    from generate_series(1, char_length(normalized)) start, generate_series(1, 3) size
    where start + size <= char_length(normalized) + 1
  $$;
comment on function text_ngrams(text, text) is
  'A number for every n-gram of one to three characters of a normalized text. The scope keeps the numbers of one space apart from those of all others, so that a search never reads anything outside its space.';

create function query_ngrams(scope text, normalized text) returns int[]
  language sql immutable strict parallel safe
  as $$
    select coalesce(array_agg(distinct hashtext(scope || substr(normalized, start, least(3, char_length(normalized))))), '{}')
    from generate_series(1, greatest(1, char_length(normalized) - 2)) start
  $$;
comment on function query_ngrams(text, text) is
  'The numbers that a text must have to contain the normalized query: its n-grams of three, or the query itself if it is shorter.';

-- For texts, which are too long for n-grams: trigrams find parts of words from three characters.
create extension if not exists pg_trgm;
