-- Notes about a request are deleted when it is decided; earlier ones stayed with the membership.
DELETE FROM request_notes AS notes USING members
WHERE members.tribe_id = notes.tribe_id AND members.user_id = notes.user_id AND members.status <> 'pending';
