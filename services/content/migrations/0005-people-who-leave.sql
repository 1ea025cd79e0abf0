-- Indexes for the deletion of an account's comments, reactions and views.
CREATE INDEX comments_of_author ON comments (author_id, id);
CREATE INDEX reactions_of_user ON reactions (user_id, target_id);
CREATE INDEX views_of_viewer ON views (viewer);
