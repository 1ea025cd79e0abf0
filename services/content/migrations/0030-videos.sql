-- Videos of posts, as stored by media; the reported ones are in the case.
ALTER TABLE posts ADD COLUMN videos jsonb NOT NULL DEFAULT '[]';
