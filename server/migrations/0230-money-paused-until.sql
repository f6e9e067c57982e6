-- Until when no withdrawal and no BittPay can be made, because the password or the e-mail address was changed. It was
-- the moment of a password reset before, and the pause of 72 hours was added where it was read.
alter table users rename column password_reset_at to money_paused_until;
update users set money_paused_until = money_paused_until + interval '72 hours' where money_paused_until is not null;
