-- A taken name told that an invisible tribe has it: the slugs of these end in what nobody guesses.
UPDATE tribes SET normalized_name = normalized_name || '-' || replace(gen_random_uuid()::text, '-', '')
WHERE is_invisible;
