-- A text as it is searched: without accents, and in small letters as far as those are the same
-- in every locale. fold.ts has the same rule for the words that are asked for. A step is taken
-- only where the text has such letters: translate() compares each of them with its whole list.
-- Most texts are ASCII, and most of the others are so once their accents are gone; an encoding
-- other than UTF-8 folds ASCII alone.
create or replace function search_fold(p_text text)
returns text language plpgsql immutable parallel safe as $$
declare
  v_text text := p_text;
begin
  if octet_length(v_text) = length(v_text) then
    return lower(v_text collate "C");
  end if;
  v_text := normalize(v_text, NFD);
  if v_text collate "C" ~ '[\u0300-\u036f]' then
    v_text := regexp_replace(v_text collate "C", '[\u0300-\u036f]+', '', 'g');
  end if;
  if v_text is not nfc normalized then
    v_text := normalize(v_text, NFC);
  end if;
  if octet_length(v_text) = length(v_text) then
    return lower(v_text collate "C");
  end if;
  if v_text collate "C" ~ '[ßẞłŁıøØđĐðÐæÆœŒþÞĳĲ]' then
    v_text := replace(replace(replace(v_text, 'ł', 'l'), 'Ł', 'l'), 'ı', 'i');
    v_text := replace(replace(v_text, 'ß', 'ss'), 'ẞ', 'ss');
    v_text := replace(replace(replace(replace(v_text, 'ø', 'o'), 'Ø', 'o'), 'æ', 'ae'), 'Æ', 'ae');
    v_text := replace(replace(replace(replace(v_text, 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd');
    v_text := replace(replace(v_text, 'þ', 'th'), 'Þ', 'th');
    v_text := replace(replace(v_text, 'œ', 'oe'), 'Œ', 'oe');
    v_text := replace(replace(v_text, 'ĳ', 'ij'), 'Ĳ', 'ij');
  end if;
  if v_text collate "C" ~ '[\u0126-\u0292\u03c2]' then
    v_text := translate(v_text,
      'ƆɔƉɖƊɗĦħŦŧƖɩŊŋƏəƐɛƁɓĸƘƙƳƴƑƒƔɣƲʋς',
      'ooddddhhttiinneeeebbkkkyyffggvvσ');
  end if;
  if v_text collate "C" ~ '[\u0391-\u03a9]' then
    v_text := translate(v_text, 'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ', 'αβγδεζηθικλμνξοπρστυφχψω');
  end if;
  if v_text collate "C" ~ '[\u0402-\u042f]' then
    v_text := translate(v_text,
      'ЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ',
      'ђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюя');
  end if;
  if v_text collate "C" ~ '[\u0460-\u0556]' then
    v_text := translate(v_text,
      'ѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆ'
      || 'ԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖ',
      'ѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇ'
      || 'ԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ');
  end if;
  return lower(v_text collate "C");
end $$;
