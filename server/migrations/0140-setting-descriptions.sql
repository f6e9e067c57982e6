-- PUT /settings/{key} carries a description beside the value (spec §7), and the entity answers it; it was taken and
-- forgotten. Null stands for the one that ships with the program.
alter table settings add column description text;
