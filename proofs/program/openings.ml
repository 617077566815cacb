(* The openings of all bars that fit into one, by the program that is extracted from BarPlanes.v, as comma-separated
   values: a line for each opening, as `zchomp openings --count --csv` prints them. Rows and columns are counted from 1
   there, and the last opening of a bar comes first. What is said of a bar is right by the theorem bars_sound in BarOpenings.v. *)

(* Longer bars would need more memory than there is. *)
let longest = 9999

let rec natural i : Barplanes.nat = if i = 0 then O else S (natural (i - 1))
let integer n =
  let rec count i : Barplanes.nat -> int = function O -> i | S n -> count (i + 1) n in
  count 0 n

(* Rows and columns from a word like 8x10. *)
let size word =
  let number text =
    if text <> "" && String.length text <= 4 && String.for_all Reader.is_digit text then int_of_string text else 0 in
  match List.map number (String.split_on_char 'x' word) with
  | [m; n] when 1 <= m && 1 <= n && max m n <= longest -> Some (min m n, max m n)
  | _ -> None

let print (m, n) =
  print_endline "rows,columns,row,column,losers";
  for rows = 1 to m do
    let bar (columns, (squares, losers)) =
      let square (i, j) =
        Printf.printf "%d,%d,%d,%d,%s\n" rows (integer columns) (integer i + 1) (integer j + 1) (Bits.amount losers) in
      List.iter square (List.rev squares) in
    List.iter bar (Barplanes.bars (natural rows) (natural n));
    flush stdout
  done
