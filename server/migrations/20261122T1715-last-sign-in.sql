-- The owners' page of the team says when each admin last signed in. Sessions cannot tell: they are swept.

alter table users add column last_sign_in_at timestamptz;
update users u
   set last_sign_in_at = (select max(s.created_at) from sessions s where s.user_id = u.id)
 where u.role = 'admin';
