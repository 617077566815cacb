(* Numbers of OCaml as those of the checker, and back: Zarith's integers. *)

let natural : int -> Operations.t = Z.of_int
let integer : Operations.t -> int = Z.to_int
