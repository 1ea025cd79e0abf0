-- Search for names among all users. An index is built with an empty search path, so the function states its own.
ALTER FUNCTION search_name(text) SET search_path FROM CURRENT;
CREATE INDEX users_by_search_name ON users ((search_name(name) COLLATE "C"));
CREATE INDEX users_similar_search_name ON users USING gin (search_name(name) gin_trgm_ops);
