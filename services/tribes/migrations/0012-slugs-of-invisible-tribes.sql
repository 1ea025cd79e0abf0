-- A refused name revealed that an invisible tribe has it: the slugs of invisible tribes get a random suffix.
UPDATE tribes SET normalized_name = normalized_name || '-' || replace(gen_random_uuid()::text, '-', '')
WHERE is_invisible;
